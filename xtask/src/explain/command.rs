//! A declared query with values, as the `find` command.

use bson::{Bson, Document, doc};
use schema_core::declared::{DeclaredCollection, DeclaredQuery};

use super::values::Values;

/// How far from a place those near to it are, in metres; in degrees on a plane.
const NEAR_METRES: i32 = 10_000;
const NEAR_DEGREES: f64 = 1.0;

/// The `find` command of a query with these values.
pub fn find(collection: &DeclaredCollection, query: &DeclaredQuery, values: &Values) -> Document {
    let mut find = doc! {
        "find": &collection.name, "filter": filter(collection, query, values),
    };
    if !query.sort.is_empty() {
        find.insert("sort", query.sort.clone());
    }
    if !query.project.is_empty() {
        find.insert("projection", projection(query));
    }
    find
}

fn filter(collection: &DeclaredCollection, query: &DeclaredQuery, values: &Values) -> Document {
    let mut filter = Document::new();
    for (path, value) in &values.equal {
        filter.insert(path, value.clone());
    }
    for (path, list) in &values.any_of {
        filter.insert(path, doc! { "$in": list.clone() });
    }
    for (path, (least, most)) in &values.range {
        filter.insert(path, doc! { "$gte": least.clone(), "$lte": most.clone() });
    }
    for (path, place) in &values.near {
        filter.insert(path, near(collection, path, place));
    }
    if let Some(word) = &values.text {
        filter.insert("$text", doc! { "$search": word });
    }
    let constant = query.filter.clone().unwrap_or_default();
    if constant.keys().any(|key| filter.contains_key(key)) {
        filter.insert("$and", vec![constant]);
    } else {
        filter.extend(constant);
    }
    filter
}

/// What is not asked for must not be there, `_id` included: else the index alone does not do.
fn projection(query: &DeclaredQuery) -> Document {
    let mut projection: Document = query
        .project
        .iter()
        .map(|path| (path.clone(), Bson::Int32(1)))
        .collect();
    if !projection.contains_key("_id") {
        projection.insert("_id", 0);
    }
    projection
}

/// A place, on the earth or, where only a `2d` index is on the field, on a plane. Source: $near.
fn near(collection: &DeclaredCollection, path: &str, place: &[f64; 2]) -> Document {
    let kinds = collection.indexes.iter().filter_map(|index| {
        let key = index.get_document("key").ok()?;
        key.get_str(path).ok()
    });
    let kinds: Vec<&str> = kinds.collect();
    let place = vec![place[0], place[1]];
    if kinds.contains(&"2d") && !kinds.contains(&"2dsphere") {
        return doc! { "$near": place, "$maxDistance": NEAR_DEGREES };
    }
    let point = doc! { "type": "Point", "coordinates": place };
    doc! { "$near": { "$geometry": point, "$maxDistance": NEAR_METRES } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query() -> DeclaredQuery {
        DeclaredQuery {
            name: "q".into(),
            equal: vec!["tenantId".into()],
            any_of: vec![("status".into(), 2)],
            sort: doc! { "at": -1 },
            range: vec!["at".into()],
            project: vec!["at".into()],
            filter: Some(doc! { "kind": "a" }),
            ..DeclaredQuery::default()
        }
    }

    #[test]
    fn every_part_of_a_query_has_its_value() {
        let values = Values {
            equal: vec![("tenantId".into(), 7.into())],
            any_of: vec![("status".into(), vec!["x".into(), "y".into()])],
            range: vec![("at".into(), (1.into(), 5.into()))],
            ..Values::default()
        };
        let collection = DeclaredCollection {
            name: "tasks".into(),
            ..DeclaredCollection::default()
        };
        let expected = doc! {
            "find": "tasks",
            "filter": {
                "tenantId": 7, "status": { "$in": ["x", "y"] }, "at": { "$gte": 1, "$lte": 5 }, "kind": "a",
            },
            "sort": { "at": -1 },
            "projection": { "at": 1, "_id": 0 },
        };
        assert_eq!(find(&collection, &query(), &values), expected);
        let constant = Some(doc! { "at": { "$exists": true } });
        let twice = DeclaredQuery {
            filter: constant,
            ..query()
        };
        let found = find(&collection, &twice, &values);
        let filter = found.get_document("filter").expect("a filter");
        assert_eq!(filter.get_array("$and").map_or(0, Vec::len), 1);
    }

    #[test]
    fn near_is_on_the_earth_unless_only_a_plane_is_indexed() {
        let indexed = |kind: &str| DeclaredCollection {
            indexes: vec![doc! { "name": "n", "key": { "at": kind } }],
            ..DeclaredCollection::default()
        };
        let earth = near(&indexed("2dsphere"), "at", &[1.0, 2.0]);
        assert!(
            earth
                .get_document("$near")
                .is_ok_and(|near| near.contains_key("$geometry"))
        );
        let plane = near(&indexed("2d"), "at", &[1.0, 2.0]);
        assert_eq!(plane.get_array("$near").map_or(0, Vec::len), 2);
    }
}
