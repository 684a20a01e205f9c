//! The driver's five ways to store a value, and what a server says to documents.

use std::collections::BTreeMap;

use bson::{Bson, Document, RawDocumentBuf, doc};
use futures::TryStreamExt;
use mongodb::{
    Collection,
    error::{Error, ErrorKind, IndexedWriteError},
    options::WriteModel,
};
use schema_core::{CollectionSchema, render};
use schema_xtask::dev_server::testing::TestDatabase;
use serde::Serialize;

/// The `$jsonSchema` of a collection.
pub(crate) fn json_schema<T: CollectionSchema>() -> Document {
    let options = render::collection(T::MODEL).options;
    let validator = options.get_document("validator").unwrap();
    validator.get_document("$jsonSchema").unwrap().clone()
}

/// A collection with its validator, on a server.
pub(crate) struct Live<T: Send + Sync> {
    test: TestDatabase,
    collection: Collection<T>,
    /// Its `$jsonSchema`.
    pub(crate) schema: Document,
}

impl<T: CollectionSchema + Serialize + Send + Sync> Live<T> {
    /// Without indexes: uniqueness and expiry are not what is looked at.
    pub(crate) async fn create() -> Self {
        let declared = render::collection(T::MODEL);
        let schema = json_schema::<T>();
        let test = TestDatabase::create().await.unwrap();
        let mut create = doc! { "create": &declared.name };
        create.extend(declared.options);
        test.database().run_command(create).await.unwrap();
        let collection = test.database().collection(&declared.name);
        Self {
            test,
            collection,
            schema,
        }
    }

    /// Stores the values by every writer. Returns the documents, which are the same by each.
    pub(crate) async fn write(&self, values: &[T]) -> Result<Vec<Document>, Error> {
        self.clear().await?;
        let ids = self.collection.insert_many(values).await?.inserted_ids;
        let first = self.stored().await?;
        for (at, value) in values.iter().enumerate() {
            let filter = doc! { "_id": &ids[&at] };
            let replaced = self.collection.replace_one(filter, value).await?;
            assert_eq!(replaced.matched_count, 1);
        }
        self.same(&first, "replace_one").await?;
        self.bulk(values, |at, value| {
            let filter = doc! { "_id": &ids[&at] };
            Ok(self.collection.replace_one_model(filter, value)?.into())
        })
        .await?;
        self.same(&first, "bulk_write of replacements").await?;
        self.clear().await?;
        for value in values {
            self.collection.insert_one(value).await?;
        }
        self.same(&first, "insert_one").await?;
        self.clear().await?;
        self.bulk(values, |_, value| {
            Ok(self.collection.insert_one_model(value)?.into())
        })
        .await?;
        self.same(&first, "bulk_write of insertions").await?;
        let documents = first.into_iter().map(Document::try_from);
        Ok(documents
            .collect::<Result<_, _>>()
            .expect("stored documents can be read"))
    }

    async fn bulk(
        &self,
        values: &[T],
        model: impl Fn(usize, &T) -> Result<WriteModel, Error>,
    ) -> Result<(), Error> {
        let models = values
            .iter()
            .enumerate()
            .map(|(at, value)| model(at, value));
        let models: Vec<WriteModel> = models.collect::<Result<_, _>>()?;
        self.test.client().bulk_write(models).await.map(drop)
    }

    async fn clear(&self) -> Result<(), Error> {
        self.collection.delete_many(doc! {}).await.map(drop)
    }

    /// The documents, in the order in which they were written.
    async fn stored(&self) -> Result<Vec<RawDocumentBuf>, Error> {
        let all = self.collection.clone_with_type::<RawDocumentBuf>();
        all.find(doc! {}).await?.try_collect().await
    }

    /// What is stored is what was stored before, and all of it keeps the schema.
    async fn same(&self, before: &[RawDocumentBuf], writer: &str) -> Result<(), Error> {
        let violators = doc! { "$nor": [{ "$jsonSchema": &self.schema }] };
        assert_eq!(
            self.collection.count_documents(violators).await?,
            0,
            "{writer}"
        );
        let now = self.stored().await?;
        assert_eq!(now.len(), before.len(), "{writer}");
        for (now, before) in now.iter().zip(before) {
            assert_eq!(but_id(now), but_id(before), "{writer}");
        }
        Ok(())
    }

    /// What the server says to each of these documents: the code and the details, or nothing.
    pub(crate) async fn refusals(
        &self,
        documents: &[&Document],
    ) -> BTreeMap<usize, IndexedWriteError> {
        self.clear().await.unwrap();
        let all = self.collection.clone_with_type::<Document>();
        match all
            .insert_many(documents.iter().copied())
            .ordered(false)
            .await
        {
            Ok(_) => BTreeMap::new(),
            Err(error) => match *error.kind {
                ErrorKind::InsertMany(error) => {
                    let errors = error.write_errors.unwrap_or_default().into_iter();
                    errors.map(|error| (error.index, error)).collect()
                }
                other => panic!("not a write error: {other}"),
            },
        }
    }
}

/// A document's fields byte for byte; without its `_id` where that is made anew at each insertion.
fn but_id(document: &RawDocumentBuf) -> Vec<(String, Vec<u8>)> {
    let fields = document.iter().map(|field| field.expect("a stored field"));
    fields
        .filter(|(name, _)| *name != "_id")
        .map(|(name, value)| {
            let value: Bson = value.try_into().expect("a stored value");
            let value = bson::serialize_to_vec(&doc! { "": value }).expect("a document");
            (name.to_string(), value)
        })
        .collect()
}
