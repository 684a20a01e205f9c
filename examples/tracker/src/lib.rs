//! A multi-tenant project tracker: tenants, users, projects, tasks, comments, activity and
//! invitations, in shared collections that each carry the tenant's key.
//!
//! Its queries and writes, each inside one tenant:
//!
//! | | what | index |
//! | --- | --- | --- |
//! | Q1 | a project's board, drawn from tasks alone | `tenantId, projectId, status, position` |
//! | Q2 | a member's open work, next due first | `tenantId, assignee.id, status, dueAt` |
//! | Q3 | what is due in a period, most urgent first | `tenantId, projectId, priority, dueAt` |
//! | Q4 | tasks with a label, newest first | `tenantId, labels, createdAt -1` |
//! | Q5 | a task's comments, paged | `tenantId, taskId, createdAt, _id` |
//! | Q5 | a project's activity, newest first | `tenantId, projectId, at -1` |
//! | Q6 | the user of an email | unique `tenantId, email` |
//! | W3 | one pending invitation per email, gone when it expires | unique partial, TTL |

#![allow(missing_docs)] // a comment on a field is its description in the validator; most names say enough

mod activity;
#[cfg(feature = "driver")]
pub mod app;
mod comment;
mod invitation;
mod project;
mod task;
mod tenant;
mod user;

pub use activity::{Activity, Verb};
pub use comment::Comment;
pub use invitation::{Invitation, InvitationStatus};
pub use project::{Member, Project, ProjectSettings, Role};
pub use task::{Person, Priority, Status, Task, TaskV1};
pub use tenant::{Billing, Limits, Plan, Tenant};
pub use user::{Digest, Preferences, Theme, User};

use schema_core::Database;

/// The tracker's database.
#[derive(Database)]
#[database(
    name = "tracker",
    collections(Tenant, User, Project, Task, Comment, Activity, Invitation)
)]
pub struct Tracker;
