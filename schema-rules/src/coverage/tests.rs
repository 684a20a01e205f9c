//! Which index serves which query, row by row.

use super::{Fact, IndexView, Lack, PathSet, Proof, QueryView, covers, serves};

const TENANT: u8 = 0;
const PROJECT: u8 = 1;
const STATUS: u8 = 2;
const POSITION: u8 = 3;
const DUE: u8 = 4;

const UP: u8 = 0;
const DOWN: u8 = 1;

const EQ: u8 = 0;
const ANY_OF: u8 = 1;
const SORT: u8 = 2;
const SORT_DOWN: u8 = 3;
const RANGE: u8 = 4;
const TEXT: u8 = 5;
const NEAR: u8 = 6;
const SHOWN: u8 = 7;
const FIXED: u8 = 8;
const EXISTS: u8 = 11;

fn answer(keys: &[u8], terms: &[u8], lists: &[u32]) -> Result<(), Lack> {
    with(IndexView::plain(keys), terms, lists)
}

fn with(index: IndexView<'_>, terms: &[u8], lists: &[u32]) -> Result<(), Lack> {
    let query = QueryView {
        tenant: Some(TENANT),
        terms,
        lists,
    };
    serves(&index, &query)
}

fn asked(keys: &[u8], facts: &[Fact], terms: &[u8]) -> Result<(), Lack> {
    with(
        IndexView {
            facts,
            ..IndexView::plain(keys)
        },
        terms,
        &[],
    )
}

#[test]
fn equality_then_sort_then_range() {
    let board = [PROJECT, EQ, STATUS, SORT, POSITION, SORT];
    let keys = [TENANT, UP, PROJECT, UP, STATUS, UP, POSITION, UP];
    assert_eq!(answer(&keys, &board, &[]), Ok(()));
    // Equality fields in any order, and wholly reversed.
    let other = [PROJECT, UP, TENANT, DOWN, STATUS, DOWN, POSITION, DOWN];
    assert_eq!(answer(&other, &board, &[]), Ok(()));
    let mixed = [TENANT, UP, PROJECT, UP, STATUS, UP, POSITION, DOWN];
    assert_eq!(answer(&mixed, &board, &[]), Err(Lack::Order(2)));
    assert_eq!(answer(&keys[..6], &board, &[]), Err(Lack::Order(2)));
    // A range before the order.
    let due = [TENANT, UP, DUE, UP, POSITION, UP];
    let ranged = [POSITION, SORT, DUE, RANGE];
    assert_eq!(answer(&due, &ranged, &[]), Err(Lack::Order(0)));
    let right = [TENANT, UP, POSITION, UP, DUE, UP];
    assert_eq!(answer(&right, &ranged, &[]), Ok(()));
    // A range on what is sorted by.
    let both = [POSITION, SORT_DOWN, POSITION, RANGE];
    assert_eq!(answer(&right, &both, &[]), Ok(()));
}

#[test]
fn every_condition_is_a_bound_without_a_gap() {
    let keys = [TENANT, UP, PROJECT, UP, STATUS, UP];
    assert_eq!(answer(&keys, &[PROJECT, EQ], &[]), Ok(()));
    assert_eq!(answer(&keys, &[STATUS, EQ], &[]), Err(Lack::Condition(0)));
    let late = [TENANT, UP, POSITION, UP, STATUS, UP];
    let query = [STATUS, EQ, POSITION, SORT];
    assert_eq!(answer(&late, &query, &[]), Err(Lack::Condition(0)));
    assert_eq!(
        answer(&[PROJECT, UP], &[PROJECT, EQ], &[]),
        Err(Lack::Tenant)
    );
    assert_eq!(answer(&[DUE, UP], &[PROJECT, EQ], &[]), Err(Lack::Tenant));
}

#[test]
fn short_lists_are_equality_and_long_ones_ranges() {
    let keys = [TENANT, UP, STATUS, UP, DUE, UP];
    let query = [STATUS, ANY_OF, DUE, SORT];
    assert_eq!(answer(&keys, &query, &[200]), Ok(()));
    assert_eq!(answer(&keys, &query, &[201]), Err(Lack::Scans));
    // Without an order, or behind it, any length will do.
    assert_eq!(answer(&keys, &query[..2], &[1000]), Ok(()));
    let behind = [TENANT, UP, DUE, UP, STATUS, UP];
    assert_eq!(answer(&behind, &query, &[1000]), Ok(()));
    // What is sorted by is in order, however many values it may have.
    let sorted = [STATUS, ANY_OF, STATUS, SORT, DUE, SORT];
    assert_eq!(answer(&keys, &sorted, &[1000]), Ok(()));
    assert_eq!(answer(&keys, &[STATUS, ANY_OF, DUE, SORT], &[1]), Ok(()));
}

#[test]
fn arrays_bound_and_sort_less() {
    let keys = [TENANT, UP, STATUS, UP, DUE, DOWN];
    let query = [STATUS, EQ, DUE, SORT_DOWN];
    let array = |at: usize| {
        let mut facts = [Fact::default(); 3];
        facts[at].array = 1;
        facts
    };

    assert_eq!(asked(&keys, &array(1), &query), Ok(()));
    assert_eq!(asked(&keys, &array(2), &query), Err(Lack::Array(2)));
    // Two keys behind one array have no bounds beside each other.
    let mut same = array(1);
    same[2].array = 1;
    let both = [STATUS, EQ, DUE, EQ];
    assert_eq!(asked(&keys, &same, &both), Err(Lack::Array(2)));
    same[2].array = 2;
    assert_eq!(asked(&keys, &same, &both), Ok(()));
    // Merged scans have no array behind.
    let lists = [STATUS, ANY_OF, DUE, SORT];
    let longer = [TENANT, UP, STATUS, UP, DUE, UP, POSITION, UP];
    let mut facts = [Fact::default(); 4];
    facts[3].array = 1;
    let merged = IndexView {
        facts: &facts,
        ..IndexView::plain(&longer)
    };
    assert_eq!(with(merged, &lists, &[2]), Err(Lack::Array(3)));
    assert_eq!(with(merged, &[STATUS, EQ, DUE, SORT], &[]), Ok(()));
}

#[test]
fn one_value_for_each_key_of_a_unique_index_is_enough() {
    let keys = [TENANT, UP, PROJECT, UP];
    let unique = IndexView {
        unique: true,
        ..IndexView::plain(&keys)
    };
    let query = [PROJECT, EQ, STATUS, EQ, DUE, SORT];
    assert_eq!(with(unique, &query, &[]), Ok(()));
    assert_eq!(with(unique, &query[2..], &[]), Err(Lack::Order(1)));
    assert_eq!(answer(&keys, &query, &[]), Err(Lack::Order(2)));
}

#[test]
fn what_leaves_out_documents_serves_what_asks_for_no_others() {
    let keys = [TENANT, UP, PROJECT, UP];
    let plain = IndexView::plain(&keys);
    let partial = |filter| IndexView {
        filter,
        filtered: PathSet::EMPTY.with(STATUS),
        ..plain
    };
    let query = [PROJECT, EQ, STATUS, FIXED];
    assert_eq!(with(partial(Proof::Implied), &query, &[]), Ok(()));
    assert_eq!(
        with(partial(Proof::NotImplied), &query, &[]),
        Err(Lack::Filter)
    );
    assert_eq!(with(plain, &query, &[]), Err(Lack::Condition(1)));
    // That there is a value is no bound, whatever the index holds.
    let exists = [PROJECT, EQ, STATUS, EXISTS];
    assert_eq!(with(partial(Proof::Implied), &exists, &[]), Ok(()));
    let held = [TENANT, UP, PROJECT, UP, STATUS, UP];
    assert_eq!(answer(&held, &exists, &[]), Err(Lack::Condition(1)));
    let facts = [
        Fact::default(),
        Fact {
            nullable: true,
            ..Fact::default()
        },
    ];
    let sparse = IndexView {
        facts: &facts,
        sparse: true,
        ..plain
    };
    assert_eq!(with(sparse, &[PROJECT, EQ], &[]), Err(Lack::Sparse(1)));
    assert_eq!(with(sparse, &[PROJECT, RANGE], &[]), Ok(()));
    assert_eq!(
        with(
            IndexView {
                hidden: true,
                ..plain
            },
            &[PROJECT, EQ],
            &[]
        ),
        Err(Lack::Hidden)
    );
    // Nor is one scanned whole for its order alone.
    let query = QueryView {
        tenant: None,
        terms: &[PROJECT, SORT],
        lists: &[],
    };
    let bare = IndexView::plain(&[PROJECT, UP]);
    assert_eq!(serves(&bare, &query), Ok(()));
    assert_eq!(
        serves(
            &IndexView {
                sparse: true,
                ..bare
            },
            &query
        ),
        Err(Lack::Sparse(0))
    );
    // Without a bound of its first key, it has none of the others.
    let then = IndexView::plain(&[PROJECT, UP, STATUS, UP]);
    let ranged = QueryView {
        terms: &[PROJECT, SORT, STATUS, RANGE],
        ..query
    };
    assert_eq!(serves(&then, &ranged), Err(Lack::Condition(1)));
}

#[test]
fn strings_are_compared_in_one_way() {
    let keys = [TENANT, UP, PROJECT, UP];
    let facts = [
        Fact::default(),
        Fact {
            text: true,
            ..Fact::default()
        },
    ];
    let index = IndexView {
        facts: &facts,
        other_collation: true,
        ..IndexView::plain(&keys)
    };
    assert_eq!(with(index, &[PROJECT, EQ], &[]), Err(Lack::Collation(1)));
    assert_eq!(with(index, &[PROJECT, SORT], &[]), Err(Lack::Collation(1)));
    assert_eq!(with(index, &[], &[]), Ok(()));
}

#[test]
fn each_kind_answers_its_own_searches() {
    const KIND_TEXT: u8 = 2;
    const HASHED: u8 = 3;
    const SPHERE: u8 = 4;
    const WILD: u8 = 6;
    const EVERY_TEXT: u8 = 8;
    let text = [TENANT, UP, PROJECT, KIND_TEXT];
    assert_eq!(answer(&text, &[PROJECT, TEXT], &[]), Ok(()));
    assert_eq!(answer(&text, &[STATUS, TEXT], &[]), Err(Lack::Condition(0)));
    assert_eq!(
        answer(&text, &[PROJECT, TEXT, DUE, SORT], &[]),
        Err(Lack::Order(1))
    );
    assert_eq!(answer(&text, &[PROJECT, EQ], &[]), Err(Lack::Kind));
    assert_eq!(
        answer(&[TENANT, UP, 255, EVERY_TEXT], &[PROJECT, TEXT], &[]),
        Ok(())
    );
    let before = [TENANT, UP, DUE, UP, PROJECT, KIND_TEXT];
    assert_eq!(answer(&before, &[PROJECT, TEXT], &[]), Err(Lack::Kind));
    let place = [TENANT, UP, PROJECT, SPHERE, STATUS, UP];
    assert_eq!(answer(&place, &[PROJECT, NEAR, STATUS, EQ], &[]), Ok(()));
    assert_eq!(
        answer(&place, &[PROJECT, NEAR, DUE, RANGE], &[]),
        Err(Lack::Condition(1))
    );
    let hashed = [TENANT, UP, PROJECT, HASHED];
    assert_eq!(answer(&hashed, &[PROJECT, EQ], &[]), Ok(()));
    assert_eq!(
        answer(&hashed, &[PROJECT, RANGE], &[]),
        Err(Lack::Condition(0))
    );
    assert_eq!(answer(&hashed, &[PROJECT, SORT], &[]), Err(Lack::Order(0)));
    let keys = [TENANT, UP, 9, WILD];
    let wild = IndexView {
        wildcard: PathSet::EMPTY.with(STATUS).with(DUE),
        ..IndexView::plain(&keys)
    };
    assert_eq!(with(wild, &[STATUS, EQ], &[]), Ok(()));
    assert_eq!(
        with(wild, &[STATUS, EQ, DUE, RANGE], &[]),
        Err(Lack::Condition(1))
    );
    assert_eq!(
        with(wild, &[STATUS, EQ, DUE, SORT], &[]),
        Err(Lack::Order(1))
    );
    assert_eq!(with(wild, &[PROJECT, EQ], &[]), Err(Lack::Condition(0)));
}

#[test]
fn an_index_covers_what_it_holds_as_it_is() {
    let keys = [TENANT, UP, STATUS, UP, POSITION, UP];
    let query = |terms| QueryView {
        tenant: Some(TENANT),
        terms,
        lists: &[],
    };
    let shown = [STATUS, EQ, POSITION, SHOWN];
    let index = IndexView::plain(&keys);
    assert_eq!(covers(&index, &query(&shown)), Ok(()));
    assert_eq!(
        covers(&index, &query(&[STATUS, EQ, DUE, SHOWN])),
        Err(Lack::Condition(1))
    );
    let fact = |fact| [Fact::default(), Fact::default(), fact];
    let array = fact(Fact {
        array: 1,
        ..Fact::default()
    });
    let index = IndexView {
        facts: &array,
        ..index
    };
    assert_eq!(covers(&index, &query(&shown)), Err(Lack::Array(2)));
    let text = fact(Fact {
        text: true,
        ..Fact::default()
    });
    let index = IndexView {
        facts: &text,
        collated: true,
        ..index
    };
    assert_eq!(covers(&index, &query(&shown)), Err(Lack::Collation(2)));
    let null = [
        Fact::default(),
        Fact {
            nullable: true,
            ..Fact::default()
        },
        Fact::default(),
    ];
    let index = IndexView {
        facts: &null,
        ..IndexView::plain(&keys)
    };
    assert_eq!(covers(&index, &query(&shown)), Err(Lack::Sparse(1)));
}
