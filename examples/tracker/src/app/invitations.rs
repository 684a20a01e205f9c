//! Invitations: one pending per email, accepted only while they are not expired.

use std::time::Duration;

use bson::{DateTime, oid::ObjectId};
use schema_core::driver::{AccessError, Result};

use super::{Workspace, tenants::lowered};
use crate::{Invitation, InvitationStatus, Role, User};

/// What became of an invitation.
#[derive(Debug)]
pub enum Invited {
    /// It is pending.
    Yes(Invitation),
    /// Another one to the same email is pending.
    Already,
}

impl Workspace {
    /// W3: invites an email, unless an invitation is pending.
    pub async fn invite(
        &self,
        email: &str,
        invited_by: &User,
        valid_for: Duration,
    ) -> Result<Invited> {
        let now = DateTime::now();
        let valid_for = i64::try_from(valid_for.as_millis()).unwrap_or(i64::MAX);
        let expires_at = now.timestamp_millis().saturating_add(valid_for);
        let invitation = Invitation {
            id: ObjectId::new(),
            tenant_id: self.tenant_id(),
            schema_version: 1,
            email: lowered(email),
            project_id: None,
            role: Role::Editor,
            status: InvitationStatus::Pending,
            invited_by: invited_by.id,
            created_at: now,
            expires_at: DateTime::from_millis(expires_at),
        };
        match self.invitations.insert_one(&invitation).await {
            Ok(_) => Ok(Invited::Yes(invitation)),
            Err(AccessError::DuplicateKey { .. }) => Ok(Invited::Already),
            Err(error) => Err(error),
        }
    }

    /// W3: accepts the pending invitation of an email, and adds the user. The server deletes what has
    /// expired late, so the filter compares the time. Nothing happens where none can be accepted.
    pub async fn accept(&self, email: &str, name: &str) -> Result<Option<User>> {
        let user = self.new_user(name, email);
        let accepted = self.scope.transaction(async |session| {
            let pending = self.invitations.query();
            let pending = pending.acceptable(&user.email, DateTime::now()..);
            let accept = pending.update(|u, f| u.set(f.status(), InvitationStatus::Accepted));
            accept.session(session).await?;
            self.users.insert_one(&user).session(session).await?;
            Ok(())
        });
        match accepted.await {
            Ok(()) => Ok(Some(user)),
            Err(AccessError::NotMatched { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
