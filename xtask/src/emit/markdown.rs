//! `emit --target markdown`: a page for people.

use std::fmt::Write as _;

use bson::{Bson, Document};
use schema_core::declared::{DeclaredCollection, DeclaredQuery, DeclaredTenant, Exception};

use super::bounds::{bounds, type_of};
use super::field::fields;
use super::{Schema, description, json_schema_of};
use crate::output::{index_line, rules, value_line, visible};

/// The page.
pub fn page(schema: &Schema<'_>) -> String {
    let mut page = format!("# {}\n\n", text(schema.database));
    let rows = schema.collections().map(overview);
    page += &table(
        &[
            "collection",
            "type",
            "version",
            "tenant key",
            "what it holds",
        ],
        rows,
    );
    page.push('\n');
    for declared in schema.collections() {
        page += &collection(declared);
    }
    page += &exceptions(&schema.declared.exceptions);
    page
}

fn overview(declared: &DeclaredCollection) -> Vec<String> {
    let name = text(&declared.name);
    let tenant = match &declared.tenant {
        Some(DeclaredTenant::Key(path)) => code(path),
        Some(DeclaredTenant::Global(_)) => "of no tenant".to_owned(),
        None => String::new(),
    };
    let version = declared.schema_version.map(|version| version.to_string());
    let first = description(declared).and_then(|text| text.split("\n\n").next());
    vec![
        format!("[{name}](#{})", anchor(&declared.name)),
        code(&declared.type_name),
        version.unwrap_or_default(),
        tenant,
        text(first.unwrap_or_default()),
    ]
}

/// A heading's anchor, as the usual renderers make it.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let letters = heading.to_lowercase();
    letters
        .chars()
        .filter(kept)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

fn collection(declared: &DeclaredCollection) -> String {
    let mut page = format!("## {}\n\n", text(&declared.name));
    if let Some(description) = description(declared) {
        let _ = writeln!(page, "{}\n", text(description));
    }
    if let Some(DeclaredTenant::Global(why)) = &declared.tenant {
        let _ = writeln!(page, "Belongs to no tenant: {}\n", text(why));
    }
    page += &section("Fields", &field_table(declared));
    page += &section("Options", &option_table(declared));
    page += &section("Indexes", &index_table(declared));
    page += &section("Queries", &query_table(&declared.queries));
    page
}

/// Nothing where there is nothing to show.
fn section(title: &str, content: &str) -> String {
    if content.is_empty() {
        return String::new();
    }
    format!("### {title}\n\n{content}\n")
}

fn field_table(declared: &DeclaredCollection) -> String {
    let Some(schema) = json_schema_of(declared) else {
        return String::new();
    };
    let rows = fields(schema).into_iter().map(|field| {
        let titles = ["title", "description"].map(|it| field.schema.get_str(it).ok());
        let said: Vec<String> = titles.into_iter().flatten().map(text).collect();
        let required = if field.required { "yes" } else { "" };
        vec![
            code(&field.path),
            type_of(field.schema),
            required.to_owned(),
            bounds(field.schema),
            said.join(": "),
        ]
    });
    table(
        &["field", "BSON type", "required", "bounds", "meaning"],
        rows,
    )
}

/// Everything of the `create` command but the validator's content, and the shard key.
fn option_table(declared: &DeclaredCollection) -> String {
    let options = declared
        .options
        .iter()
        .filter(|(name, _)| *name != "validator");
    let mut rows: Vec<Vec<String>> = options
        .map(|(name, value)| vec![code(name), code(&value_line(value))])
        .collect();
    let others = [
        ("shard key", declared.shard_key.clone().map(Bson::from)),
        (
            "write concern",
            declared.write_concern.clone().map(Bson::from),
        ),
        (
            "read concern",
            declared.read_concern.clone().map(Bson::from),
        ),
    ];
    for (name, value) in others {
        rows.extend(value.map(|value| vec![name.to_owned(), code(&value_line(&value))]));
    }
    table(&["option", "value"], rows)
}

fn index_table(declared: &DeclaredCollection) -> String {
    let rows = declared.indexes.iter().map(|spec| {
        let name = spec.get_str("name").unwrap_or_default();
        vec![code(name), code(&index_line(spec))]
    });
    table(&["index", "keys and options"], rows)
}

fn query_table(queries: &[DeclaredQuery]) -> String {
    let rows = queries.iter().map(|query| {
        let parts: Vec<String> = parts(query).into_iter().flatten().collect();
        let how_often = query.frequency.as_deref().unwrap_or_default();
        vec![code(&query.name), parts.join("; "), text(how_often)]
    });
    table(&["query", "what it asks for", "how often"], rows)
}

fn parts(query: &DeclaredQuery) -> [Option<String>; 9] {
    let lists = query
        .any_of
        .iter()
        .map(|(path, most)| format!("{} in at most {most} values", code(path)));
    let lists: Vec<String> = lists.collect();
    let document = |what: &str, document: &Document| {
        format!("{what} {}", code(&value_line(&document.clone().into())))
    };
    let crossing = query.across_tenants.as_deref();
    [
        named("equal", &query.equal),
        (!lists.is_empty()).then(|| lists.join(", ")),
        (!query.sort.is_empty()).then(|| document("sorted by", &query.sort)),
        named("range over", &query.range),
        query
            .filter
            .as_ref()
            .map(|filter| document("where", filter)),
        named("text in", &query.text),
        named("near", &query.near),
        named("only the fields", &query.project),
        crossing.map(|why| format!("across tenants: {}", text(why))),
    ]
}

fn named(what: &str, paths: &[String]) -> Option<String> {
    let paths: Vec<String> = paths.iter().map(|path| code(path)).collect();
    (!paths.is_empty()).then(|| format!("{what} {}", paths.join(", ")))
}

fn exceptions(exceptions: &[Exception]) -> String {
    let rows = exceptions.iter().map(|exception| {
        vec![
            code(&exception.rule),
            text(&rules::place(exception)),
            text(&exception.reason),
        ]
    });
    let table = table(&["rule", "suppressed for", "why"], rows);
    if table.is_empty() {
        table
    } else {
        format!("## Accepted exceptions\n\n{table}")
    }
}

fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let rows: Vec<String> = rows
        .into_iter()
        .map(|row| format!("| {} |\n", row.join(" | ")))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let rule: String = head.iter().map(|_| " --- |").collect();
    format!("| {} |\n|{rule}\n{}", head.join(" | "), rows.concat())
}

/// A code span, in a table's cell too. It holds whatever it is given: the fence is longer than any
/// run of backticks inside.
pub(super) fn code(text: &str) -> String {
    let text = visible(text).replace('|', "\\|");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Text in which nothing but backticks marks anything up, on one line.
fn text(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut escaped = String::new();
    for c in visible(&line).chars() {
        if matches!(c, '|' | '<' | '>' | '[' | ']' | '*' | '_' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
