//! What the flags and the environment together mean.

use std::time::Duration;

use schema_core::declared::DeclaredDatabase;

use super::arguments::{Arguments, Common, Reach};
use crate::connect::{Manner, uri_database};
use crate::error::{Error, Result};
use crate::overrides::Target;
use crate::plan::Scope;

/// How many commands run at the same time where nobody says.
const PARALLEL: u16 = 8;

/// The environment variables that matter; empty ones count as not set.
#[derive(Debug, Clone, Default)]
pub(crate) struct Environment {
    pub(crate) uri: Option<String>,
    pub(crate) db: Option<String>,
    pub(crate) name: Option<String>,
}

impl Environment {
    /// Reads the process's.
    pub(crate) fn read() -> Self {
        let read = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        Self {
            uri: read("MONGODB_URI"),
            db: read("MONGODB_DB"),
            name: read("MONGO_SCHEMA_ENV"),
        }
    }
}

/// Which server a command uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    /// None is named.
    Nothing,
    /// The development server.
    Dev,
    /// The one of a connection string.
    Uri(String),
}

/// What a command is to do its work with.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) choice: Choice,
    pub(crate) database: String,
    pub(crate) scope: Scope,
    pub(crate) manner: Manner,
    /// How many indexes may be built over documents at the same time.
    pub(crate) builds: usize,
}

impl Settings {
    /// Combines flags, environment and declaration.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] for contradicting flags, unknown collections and names that no database
    /// can have.
    pub(crate) fn new(
        arguments: &Arguments,
        environment: Environment,
        declared: &DeclaredDatabase,
    ) -> Result<Self> {
        let common = &arguments.common;
        let scope = scope(common, arguments.command.reach());
        refuse_contradictions(common)?;
        refuse_unknown(&scope, declared)?;
        refuse_left_out(&scope)?;
        let choice = choice(common, environment.uri);
        let database = database(common.db.clone().or(environment.db), &choice, declared);
        if arguments.command.needs_database() {
            refuse_impossible(&database)?;
        }
        let environment_name = common.env.clone().or(environment.name);
        let manner = Manner {
            max_time: common.max_time,
            parallel: common.parallel.unwrap_or(PARALLEL).into(),
        };
        Ok(Self {
            choice,
            database,
            scope: Scope {
                environment: environment_name,
                ..scope
            },
            manner,
            builds: common.parallel.unwrap_or(1).into(),
        })
    }

    /// What overrides are asked for.
    pub(crate) fn target(&self) -> Target {
        let environment = self.scope.environment.clone();
        Target::new(
            environment,
            self.database.clone(),
            self.choice == Choice::Dev,
        )
    }
}

/// A development server has nobody to observe, unless the flags say otherwise.
fn scope(common: &Common, reach: Option<&Reach>) -> Scope {
    let mut scope = Scope {
        only: common.only.clone(),
        ..Scope::default()
    };
    if common.dev {
        scope.observe = Duration::ZERO;
        scope.hide_for = Duration::ZERO;
    }
    if let Some(reach) = reach {
        reach.extend(&mut scope);
    }
    scope
}

fn choice(common: &Common, environment: Option<String>) -> Choice {
    if common.dev {
        return Choice::Dev;
    }
    common
        .uri
        .clone()
        .or(environment)
        .map_or(Choice::Nothing, Choice::Uri)
}

fn database(named: Option<String>, choice: &Choice, declared: &DeclaredDatabase) -> String {
    let in_path = match choice {
        Choice::Uri(uri) => uri_database(uri),
        Choice::Nothing | Choice::Dev => None,
    };
    named.or(in_path).unwrap_or_else(|| declared.name.clone())
}

fn refuse_contradictions(common: &Common) -> Result<()> {
    let wrong = if common.dev && common.uri.is_some() {
        "`--dev` and `--uri` each name a server; give one of them"
    } else if common.quiet && common.verbose {
        "`--quiet` and `--verbose` contradict each other; give one of them"
    } else {
        return Ok(());
    };
    Err(Error::Usage(wrong.to_owned()))
}

/// What `--only` names is declared, or dropped by its name.
fn refuse_unknown(scope: &Scope, declared: &DeclaredDatabase) -> Result<()> {
    let names: Vec<&String> = declared.collections.iter().map(|it| &it.name).collect();
    let is_known = |name: &String| names.contains(&name) || scope.drop_collections.contains(name);
    let Some(unknown) = scope.only.iter().find(|name| !is_known(name)) else {
        return Ok(());
    };
    let known: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Err(Error::Usage(format!(
        "`{unknown}` in `--only` is no declared collection; declared are {}",
        known.join(", ")
    )))
}

/// What `--drop-collection` names is looked at.
fn refuse_left_out(scope: &Scope) -> Result<()> {
    let mut dropped = scope.drop_collections.iter();
    let Some(left_out) = dropped.find(|name| !scope.includes(name)) else {
        return Ok(());
    };
    Err(Error::Usage(format!(
        "`--drop-collection` names `{left_out}`, which `--only` leaves out; name it in both"
    )))
}

/// Refuses what the server takes for no database's name (MongoDB manual, "MongoDB Limits and
/// Thresholds", naming restrictions), and the server's own databases.
fn refuse_impossible(database: &str) -> Result<()> {
    let wrong = if ["admin", "local", "config"].contains(&database) {
        "is the server's own; name the application's database with `--db`"
    } else if database.is_empty() || database.len() > 63 {
        "is no database's name; write 1 to 63 bytes"
    } else if database.contains(['/', '\\', '.', ' ', '"', '$', '\0']) {
        "is no database's name; leave out `/`, `\\`, `.`, `\"`, `$` and spaces"
    } else {
        return Ok(());
    };
    Err(Error::Usage(format!("`{database}` {wrong}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use schema_core::declared::DeclaredCollection;

    fn declared() -> DeclaredDatabase {
        let tasks = DeclaredCollection {
            name: "tasks".into(),
            type_name: "Task".into(),
            schema_version: None,
            options: bson::Document::new(),
            indexes: Vec::new(),
            ..DeclaredCollection::default()
        };
        DeclaredDatabase {
            name: "tracker".into(),
            collections: vec![tasks],
            ..DeclaredDatabase::default()
        }
    }

    fn settings(line: &str, uri: Option<&str>, db: Option<&str>) -> Result<Settings> {
        let words = ["x"].into_iter().chain(line.split_whitespace());
        let arguments = Arguments::try_parse_from(words).expect("valid");
        let environment = Environment {
            uri: uri.map(Into::into),
            db: db.map(Into::into),
            name: None,
        };
        Settings::new(&arguments, environment, &declared())
    }

    fn database_of(line: &str, uri: Option<&str>, db: Option<&str>) -> String {
        settings(line, uri, db).expect("valid settings").database
    }

    #[test]
    fn the_nearest_name_wins() {
        let uri = Some("mongodb://h/path");
        assert_eq!(database_of("plan --db flag", uri, Some("env")), "flag");
        assert_eq!(database_of("plan", uri, Some("env")), "env");
        assert_eq!(database_of("plan", uri, None), "path");
        assert_eq!(database_of("plan", Some("mongodb://h"), None), "tracker");
        assert_eq!(
            database_of("plan --uri mongodb://h/flag", uri, None),
            "flag"
        );
    }

    #[test]
    fn dev_never_reads_the_exported_uri() {
        let settings = settings("plan --dev", Some("mongodb://h/path"), None).expect("valid");
        assert_eq!(settings.choice, Choice::Dev);
        assert_eq!(settings.database, "tracker");
        assert_eq!(database_of("plan --dev", None, Some("env")), "env");
    }

    #[test]
    fn contradictions_and_impossible_names_are_wrong_usage() {
        for line in [
            "plan --dev --uri mongodb://h",
            "--dev plan --uri mongodb://h",
            "plan -q -v",
            "plan --only tasks,nobody",
            "plan --only tasks --drop-collection old",
            "apply --only tasks,old --drop-collection old --drop-collection older",
            "plan --db admin",
            "plan --db a.b",
        ] {
            let error = settings(line, None, None).expect_err(line);
            assert_eq!(error.exit_code(), 64, "{line}");
        }
    }

    #[test]
    fn what_is_dropped_may_be_named_in_only() {
        for line in [
            "apply --only tasks,old --drop-collection old",
            "apply --only old --drop-collection old",
            "apply --drop-collection old",
        ] {
            let scope = settings(line, None, None).expect(line).scope;
            assert_eq!(scope.drop_collections, ["old"], "{line}");
        }
    }

    #[test]
    fn what_needs_no_database_passes_over_its_name() {
        for line in ["dev", "rules"] {
            assert!(settings(line, None, Some("admin")).is_ok(), "{line}");
        }
        assert!(settings("emit --target json", None, Some("admin")).is_err());
    }

    #[test]
    fn an_unknown_collection_lists_the_declared_ones() {
        let error = settings("plan --only nobody", None, None).expect_err("unknown");
        assert!(
            error.to_string().contains("declared are `tasks`"),
            "{error}"
        );
    }
}
