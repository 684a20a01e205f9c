//! One valid value of each of the tracker's collections.

use bson::{DateTime, oid::ObjectId};
use tracker::{
    Activity, Billing, Comment, Digest, Invitation, InvitationStatus, Limits, Member, Person, Plan,
    Preferences, Priority, Project, ProjectSettings, Role, Status, Task, Tenant, Theme, User, Verb,
};

/// A tenant on the team plan.
///
/// # Panics
/// Never: the price is written as a decimal.
pub fn tenant() -> Tenant {
    Tenant {
        id: ObjectId::new(),
        schema_version: 1,
        name: "Acme".into(),
        plan: Plan::Team,
        billing: Billing {
            email: "billing@acme.example".into(),
            currency: "EUR".into(),
            seat_price: "9.90".parse().expect("a decimal"),
        },
        limits: Limits {
            users: 50,
            projects: 20,
        },
        created_at: DateTime::now(),
    }
}

/// A user of a tenant.
pub fn user(tenant_id: ObjectId) -> User {
    User {
        id: ObjectId::new(),
        tenant_id,
        schema_version: 1,
        email: "ada@acme.example".into(),
        name: "Ada".into(),
        preferences: Preferences {
            theme: Theme::Dark,
            time_zone: "Europe/Vienna".into(),
            digest: Digest::Weekly,
        },
        created_at: DateTime::now(),
    }
}

/// A project of a tenant with one member.
pub fn project(tenant_id: ObjectId) -> Project {
    Project {
        id: ObjectId::new(),
        tenant_id,
        schema_version: 1,
        name: "Apollo".into(),
        members: vec![Member {
            user_id: ObjectId::new(),
            role: Role::Owner,
        }],
        settings: ProjectSettings {
            private: true,
            colour: Some("#1b7f5c".into()),
        },
        created_at: DateTime::now(),
    }
}

/// A task of a tenant with an assignee and two labels.
pub fn task(tenant_id: ObjectId) -> Task {
    Task {
        id: ObjectId::new(),
        tenant_id,
        schema_version: 2,
        project_id: ObjectId::new(),
        title: "Land".into(),
        description: None,
        status: Status::InProgress,
        priority: Priority::High,
        position: 1 << 40,
        labels: vec!["moon".into(), "urgent".into()],
        assignee: Some(person()),
        comment_count: 0,
        due_at: Some(DateTime::now()),
        created_at: DateTime::now(),
    }
}

/// A comment on a task of a tenant.
pub fn comment(tenant_id: ObjectId) -> Comment {
    Comment {
        id: ObjectId::new(),
        tenant_id,
        schema_version: 1,
        task_id: ObjectId::new(),
        author: person(),
        body: "Done?".into(),
        created_at: DateTime::now(),
        edited_at: None,
    }
}

/// An event in a project of a tenant.
pub fn activity(tenant_id: ObjectId) -> Activity {
    Activity {
        id: ObjectId::new(),
        tenant_id,
        schema_version: 1,
        project_id: ObjectId::new(),
        task_id: Some(ObjectId::new()),
        actor: person(),
        verb: Verb::TaskMoved,
        at: DateTime::now(),
    }
}

/// A pending invitation to a tenant.
pub fn invitation(tenant_id: ObjectId) -> Invitation {
    Invitation {
        id: ObjectId::new(),
        tenant_id,
        schema_version: 1,
        email: "grace@acme.example".into(),
        project_id: None,
        role: Role::Editor,
        status: InvitationStatus::Pending,
        invited_by: ObjectId::new(),
        created_at: DateTime::now(),
        expires_at: DateTime::from_millis(DateTime::now().timestamp_millis() + 86_400_000),
    }
}

fn person() -> Person {
    Person {
        id: ObjectId::new(),
        name: "Ada".into(),
    }
}
