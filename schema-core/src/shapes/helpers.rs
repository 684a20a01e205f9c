//! What `#[serde(with = …)]` stores, where the helper is a type.

/// A helper that serialises a `T`.
pub trait StoredBy<T: ?Sized> {
    /// What it stores.
    const SHAPE: crate::model::Shape;
}
