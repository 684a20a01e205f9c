//! Tenants, their users and their projects.

use bson::{DateTime, oid::ObjectId};
use schema_core::driver::{Result, mongodb::Database};

use super::Workspace;
use crate::{
    Billing, Digest, Limits, Member, Plan, Preferences, Project, ProjectSettings, Role, Tenant,
    Theme, User,
};

impl Workspace {
    /// Creates a tenant on the free plan.
    pub async fn create(database: &Database, name: &str, billing: Billing) -> Result<Self> {
        let workspace = Self::of(database, ObjectId::new());
        let tenant = Tenant {
            id: workspace.tenant_id(),
            schema_version: 1,
            name: name.to_owned(),
            plan: Plan::Free,
            billing,
            limits: Limits {
                users: 10,
                projects: 3,
            },
            created_at: DateTime::now(),
        };
        workspace.tenants.insert_one(&tenant).await?;
        Ok(workspace)
    }

    /// The tenant itself.
    pub async fn tenant(&self) -> Result<Option<Tenant>> {
        self.tenants.find_one(self.tenant_id()).await
    }

    /// Adds a user; one email is one user.
    pub async fn add_user(&self, name: &str, email: &str) -> Result<User> {
        let user = self.new_user(name, email);
        self.users.insert_one(&user).await?;
        Ok(user)
    }

    /// Q6: the user of an email, however it is written.
    pub async fn user_of_email(&self, email: &str) -> Result<Option<User>> {
        self.users.query().of_email(lowered(email)).first().await
    }

    /// Adds a project, whose owner is its one member.
    pub async fn add_project(&self, name: &str, owner: &User) -> Result<Project> {
        let project = Project {
            id: ObjectId::new(),
            tenant_id: self.tenant_id(),
            schema_version: 1,
            name: name.to_owned(),
            members: vec![Member {
                user_id: owner.id,
                role: Role::Owner,
            }],
            settings: ProjectSettings {
                private: false,
                colour: None,
            },
            created_at: DateTime::now(),
        };
        self.projects.insert_one(&project).await?;
        Ok(project)
    }

    pub(super) fn new_user(&self, name: &str, email: &str) -> User {
        User {
            id: ObjectId::new(),
            tenant_id: self.tenant_id(),
            schema_version: 1,
            email: lowered(email),
            name: name.to_owned(),
            preferences: Preferences {
                theme: Theme::System,
                time_zone: "Europe/Vienna".to_owned(),
                digest: Digest::Weekly,
            },
            created_at: DateTime::now(),
        }
    }
}

/// An email as it is stored and looked up.
pub(super) fn lowered(email: &str) -> String {
    email.trim().to_lowercase()
}
