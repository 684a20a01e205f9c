//! The example application.

use bson::Decimal128;
use proptest::{prelude::*, sample::select};
use tracker::{
    Activity, Billing, Comment, Digest, Invitation, InvitationStatus, Limits, Member, Person, Plan,
    Preferences, Priority, Project, ProjectSettings, Role, Status, Task, Tenant, Theme, User, Verb,
};

use crate::drawn::{date, distinct, drawn, object_id, text};

hold! {
    tenants: Tenant;
    users: User;
    projects: Project;
    tasks: Task;
    comments: Comment;
    activity: Activity;
    invitations: Invitation;
}

fn email() -> impl Strategy<Value = String> {
    "[^@A-Z\0]{1,20}@[^@A-Z\0]{1,20}"
}

fn cents() -> impl Strategy<Value = Decimal128> {
    (0..1_000_000_i32).prop_map(|it| format!("{}.{:02}", it / 100, it % 100).parse().unwrap())
}

drawn!(Billing {
    email: text(3, 320),
    currency: "[A-Z]{3}",
    seat_price: cents()
});
drawn!(Limits {
    users: 1..=10_000,
    projects: 1..=10_000
});
drawn!(Tenant {
    id: object_id(),
    schema_version: Just(1),
    name: text(1, 100),
    plan: select(vec![Plan::Free, Plan::Team, Plan::Enterprise]),
    billing: Billing::drawn(),
    limits: Limits::drawn(),
    created_at: date(),
});

drawn!(Preferences {
    theme: select(vec![Theme::System, Theme::Light, Theme::Dark]),
    time_zone: text(1, 64),
    digest: select(vec![Digest::Never, Digest::Daily, Digest::Weekly]),
});
drawn!(User {
    id: object_id(),
    tenant_id: object_id(),
    schema_version: Just(1),
    email: email(),
    name: text(1, 100),
    preferences: Preferences::drawn(),
    created_at: date(),
});

fn role() -> impl Strategy<Value = Role> {
    select(vec![Role::Owner, Role::Editor, Role::Viewer])
}

drawn!(Member {
    user_id: object_id(),
    role: role()
});
drawn!(ProjectSettings {
    private: any::<bool>(),
    colour: prop::option::of("#[0-9a-f]{6}")
});
drawn!(Project {
    id: object_id(),
    tenant_id: object_id(),
    schema_version: Just(1),
    name: text(1, 100),
    members: prop::collection::vec(Member::drawn(), 0..=100),
    settings: ProjectSettings::drawn(),
    created_at: date(),
});

drawn!(Person {
    id: object_id(),
    name: text(1, 100)
});
drawn!(Task {
    id: object_id(),
    tenant_id: object_id(),
    schema_version: Just(2),
    project_id: object_id(),
    title: text(1, 200),
    description: prop::option::of(text(0, 10_000)),
    status: select(vec![
        Status::Todo,
        Status::InProgress,
        Status::Review,
        Status::Done
    ]),
    priority: select(vec![
        Priority::Critical,
        Priority::High,
        Priority::Normal,
        Priority::Low
    ]),
    position: any::<i64>(),
    labels: distinct(text(1, 40), 0, 20),
    assignee: prop::option::of(Person::drawn()),
    comment_count: 0..,
    due_at: prop::option::of(date()),
    created_at: date(),
});
drawn!(Comment {
    id: object_id(),
    tenant_id: object_id(),
    schema_version: Just(1),
    task_id: object_id(),
    author: Person::drawn(),
    body: text(1, 10_000),
    created_at: date(),
    edited_at: prop::option::of(date()),
});

drawn!(Activity {
    id: object_id(),
    tenant_id: object_id(),
    schema_version: Just(1),
    project_id: object_id(),
    task_id: prop::option::of(object_id()),
    actor: Person::drawn(),
    verb: select(vec![
        Verb::ProjectCreated,
        Verb::TaskCreated,
        Verb::TaskMoved,
        Verb::TaskAssigned,
        Verb::CommentAdded,
        Verb::MemberJoined,
    ]),
    at: date(),
});

drawn!(Invitation {
    id: object_id(),
    tenant_id: object_id(),
    schema_version: Just(1),
    email: email(),
    project_id: prop::option::of(object_id()),
    role: role(),
    status: select(vec![
        InvitationStatus::Pending,
        InvitationStatus::Accepted,
        InvitationStatus::Revoked,
    ]),
    invited_by: object_id(),
    created_at: date(),
    expires_at: date(),
});
