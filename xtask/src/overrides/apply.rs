//! Overrides, applied to a declared database.

use bson::{Bson, Document};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};
use schema_core::render;

use super::{Override, Overrides, names};
use crate::error::{Error, Result};

/// `expireAfterSeconds`
const TTL: &str = "expireAfterSeconds";

/// Replaces settings of `declared`; returns those that were not so already, each once.
///
/// # Errors
///
/// [`Error::Usage`] for a name that is not declared, and for a setting that its bearer cannot have.
pub(crate) fn apply(
    overrides: &Overrides,
    declared: &mut DeclaredDatabase,
) -> Result<Vec<Override>> {
    let before = declared.clone();
    for (name, settings) in &overrides.collections {
        let collection = names::collection(declared, name)?;
        for (setting, value) in &settings.set {
            set(collection, setting, value.as_ref())?;
        }
    }
    for (name, index, settings) in &overrides.indexes {
        let collection = names::collection(declared, name)?;
        let at = names::index(collection, index)?;
        for (setting, value) in &settings.set {
            let bearer = format!("index `{index}` of `{name}`");
            expiry(
                &mut collection.indexes[at],
                &bearer,
                value.as_ref(),
                i64::from(i32::MAX),
            )?;
            debug_assert_eq!(*setting, TTL);
        }
    }
    Ok(effective(overrides, &before, declared))
}

fn set(collection: &mut DeclaredCollection, setting: &str, value: Option<&Bson>) -> Result<()> {
    let name = collection.name.clone();
    match setting {
        "writeConcern" => collection.write_concern = value.and_then(Bson::as_document).cloned(),
        "readConcern" => collection.read_concern = value.and_then(Bson::as_str).map(str::to_owned),
        "shardKey" => shard(collection, value.and_then(Bson::as_document)),
        TTL => {
            let bearer = format!("collection `{name}`");
            expiry(&mut collection.options, &bearer, value, i64::MAX / 1000)?;
        }
        _ if collection.options.contains_key("timeseries") => {
            let wrong = "is a time series, which the server does not validate; leave out";
            return Err(Error::Usage(format!(
                "`{name}` {wrong} `{setting}` in the overrides"
            )));
        }
        other => replace(&mut collection.options, other, value),
    }
    Ok(())
}

/// The index that only the old key needs goes with it, and the new one gets its own.
fn shard(collection: &mut DeclaredCollection, key: Option<&Document>) {
    let options = &collection.options;
    if let (Some(old), Some((last, others))) =
        (&collection.shard_key, collection.indexes.split_last())
        && render::shard_index(old, options, others).as_ref() == Some(last)
    {
        collection.indexes.pop();
    }
    let implied = key.and_then(|key| render::shard_index(key, options, &collection.indexes));
    collection.indexes.extend(implied);
    collection.shard_key = key.cloned();
}

/// Replaces an expiry in place.
fn expiry(options: &mut Document, bearer: &str, value: Option<&Bson>, most: i64) -> Result<()> {
    if !options.contains_key(TTL) {
        return Err(Error::Usage(format!(
            "{bearer} has no expiry that an override could change; declare one with `expire_after`"
        )));
    }
    let seconds = match value {
        Some(Bson::Int32(seconds)) => i64::from(*seconds),
        Some(Bson::Int64(seconds)) => *seconds,
        _ => 0,
    };
    if seconds > most {
        return Err(Error::Usage(format!(
            "the expiry of {bearer} in the overrides is longer than the {most} s that the server takes; use `never_expires`"
        )));
    }
    replace(options, TTL, value);
    Ok(())
}

fn replace(options: &mut Document, name: &str, value: Option<&Bson>) {
    match value {
        Some(value) => options.insert(name, value.clone()),
        None => options.remove(name),
    };
}

/// The settings that came to another value than the declared one.
fn effective(
    overrides: &Overrides,
    before: &DeclaredDatabase,
    after: &DeclaredDatabase,
) -> Vec<Override> {
    let of_collections = overrides.collections.iter().flat_map(|(name, settings)| {
        settings
            .set
            .iter()
            .map(move |(setting, _)| (name, None, *setting))
    });
    let of_indexes = overrides
        .indexes
        .iter()
        .flat_map(|(name, index, settings)| {
            settings
                .set
                .iter()
                .map(move |(setting, _)| (name, Some(index), *setting))
        });
    let mut effective: Vec<Override> = Vec::new();
    for (collection, index, setting) in of_collections.chain(of_indexes) {
        let value = |database| value(database, collection, index, setting);
        let found = Override {
            collection: collection.clone(),
            index: index.cloned(),
            setting,
            declared: value(before),
            value: value(after),
        };
        if found.declared != found.value && !effective.contains(&found) {
            effective.push(found);
        }
    }
    effective
}

fn value(
    database: &DeclaredDatabase,
    collection: &str,
    index: Option<&String>,
    setting: &str,
) -> Option<Bson> {
    let collection = database
        .collections
        .iter()
        .find(|it| it.name == *collection)?;
    let document = match (index, setting) {
        (Some(index), _) => {
            let mut indexes = collection.indexes.iter();
            indexes.find(|it| it.get_str("name").is_ok_and(|name| name == index))?
        }
        (None, "writeConcern") => return collection.write_concern.clone().map(Bson::from),
        (None, "readConcern") => return collection.read_concern.clone().map(Bson::from),
        (None, "shardKey") => return collection.shard_key.clone().map(Bson::from),
        (None, _) => &collection.options,
    };
    document.get(setting).cloned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bson::{bson, doc};
    use mongodb::options::{ReadConcern, WriteConcern};

    use super::super::{ValidationAction, ValidationLevel};
    use super::*;

    fn declared() -> DeclaredDatabase {
        let tasks = DeclaredCollection {
            name: "tasks".into(),
            options: doc! { "validator": {}, "validationLevel": "strict", "validationAction": "error" },
            indexes: vec![
                doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": 60 },
                doc! { "key": { "a": 1 }, "name": "a_1" },
                doc! { "name": "tenantId_1__id_1", "key": { "tenantId": 1, "_id": 1 } },
            ],
            shard_key: Some(doc! { "tenantId": 1, "_id": 1 }),
            ..DeclaredCollection::default()
        };
        let series = DeclaredCollection {
            name: "series".into(),
            options: doc! { "timeseries": { "timeField": "t" }, "expireAfterSeconds": 60 },
            ..DeclaredCollection::default()
        };
        DeclaredDatabase {
            name: "tracker".into(),
            collections: vec![tasks, series],
            ..DeclaredDatabase::default()
        }
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn every_setting_is_replaced_and_told() {
        let concern = WriteConcern::majority();
        let overrides = Overrides::new()
            .collection("tasks", |it| {
                it.validation_level(ValidationLevel::Moderate)
                    .validation_action(ValidationAction::Warn)
                    .write_concern(&concern)
                    .read_concern(&ReadConcern::local())
                    .shard_key(doc! { "a": "hashed" })
            })
            .collection("series", CollectionSettings::never_expires)
            .index("tasks", "at_1", |it| it.expire_after(seconds(0)));
        let mut declared = declared();
        let told = apply(&overrides, &mut declared).expect("valid");
        let tasks = &declared.collections[0];
        assert_eq!(
            tasks.options.get_str("validationLevel").expect("a level"),
            "moderate"
        );
        assert_eq!(
            tasks
                .options
                .get_str("validationAction")
                .expect("an action"),
            "warn"
        );
        assert_eq!(tasks.write_concern, Some(doc! { "w": "majority" }));
        assert_eq!(tasks.read_concern.as_deref(), Some("local"));
        assert_eq!(tasks.shard_key, Some(doc! { "a": "hashed" }));
        assert_eq!(tasks.indexes[0].get("expireAfterSeconds"), Some(&bson!(0)));
        let names: Vec<&str> = tasks
            .indexes
            .iter()
            .filter_map(|it| it.get_str("name").ok())
            .collect();
        assert_eq!(
            names,
            ["at_1", "a_1", "a_hashed"],
            "the implied index follows the key"
        );
        assert!(
            !declared.collections[1]
                .options
                .contains_key("expireAfterSeconds")
        );
        assert_eq!(told.len(), 7);
        assert_eq!(
            (&told[0].declared, &told[0].value),
            (&Some(bson!("strict")), &Some(bson!("moderate")))
        );
    }

    #[test]
    fn what_is_so_already_is_not_told() {
        let overrides = Overrides::new()
            .collection("tasks", |it| it.validation_level(ValidationLevel::Strict))
            .index("tasks", "at_1", |it| it.expire_after(seconds(60)));
        assert_eq!(apply(&overrides, &mut declared()).expect("valid"), []);
    }

    #[test]
    fn without_a_shard_key_its_index_goes_too() {
        let overrides = Overrides::new().collection("tasks", CollectionSettings::not_sharded);
        let mut declared = declared();
        apply(&overrides, &mut declared).expect("valid");
        assert_eq!(declared.collections[0].indexes.len(), 2);
        assert_eq!(declared.collections[0].shard_key, None);
    }

    #[test]
    fn unknown_names_and_impossible_settings_are_wrong_usage() {
        let long = seconds(u64::from(u32::MAX));
        for (overrides, said) in [
            (
                Overrides::new().collection("task", |it| it),
                "the nearest that is declared is `tasks`",
            ),
            (
                Overrides::new().index("tasks", "at", |it| it),
                "the nearest that is declared is `at_1`",
            ),
            (
                Overrides::new().index("tasks", "a_1", |it| it.expire_after(long)),
                "has no expiry",
            ),
            (
                Overrides::new().index("tasks", "at_1", |it| it.expire_after(long)),
                "never_expires",
            ),
            (
                Overrides::new().index("series", "x", |it| it),
                "none is declared",
            ),
            (
                Overrides::new().collection("tasks", CollectionSettings::never_expires),
                "has no expiry",
            ),
            (
                Overrides::new()
                    .collection("series", |it| it.validation_level(ValidationLevel::Off)),
                "does not validate",
            ),
        ] {
            let error = apply(&overrides, &mut declared()).expect_err(said);
            assert_eq!(error.exit_code(), 64);
            assert!(error.to_string().contains(said), "{error}");
        }
    }

    use super::super::CollectionSettings;
}
