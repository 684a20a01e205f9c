//! Failures that the server makes on demand, by its fail point `failCommand`.

use bson::{Bson, Document, doc};
use tokio::sync::{Mutex, MutexGuard};

use crate::support::Site;

/// A server has one fail point of this name.
static ONE_AT_A_TIME: Mutex<()> = Mutex::const_new(());

/// A fail point that is on until this value is dropped.
pub(crate) struct Fault<'a> {
    site: &'a Site,
    _alone: MutexGuard<'static, ()>,
}

impl<'a> Fault<'a> {
    /// Makes commands of `site`'s runs fail as `data` says, so many times.
    pub(crate) async fn new(site: &'a Site, times: i32, data: Document) -> Self {
        let alone = ONE_AT_A_TIME.lock().await;
        let mut data = data;
        data.insert("appName", site.application());
        let mode = doc! { "times": times }.into();
        set(site, mode, data).await;
        Self {
            site,
            _alone: alone,
        }
    }

    /// Ends it; dropped without that, it counts down by itself.
    pub(crate) async fn off(self) {
        set(self.site, "off".into(), doc! {}).await;
    }
}

async fn set(site: &Site, mode: Bson, data: Document) {
    let admin = site.database().client().database("admin");
    let fault = doc! { "configureFailPoint": "failCommand", "mode": mode, "data": data };
    admin
        .run_command(fault)
        .await
        .expect("test commands are enabled");
}
