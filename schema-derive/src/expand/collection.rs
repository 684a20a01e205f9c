//! `#[derive(Collection)]`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::DeriveInput;

use super::{
    access,
    checks::{Check, in_order},
    document::Document,
    has_parameters,
    index::Indexes,
    list,
    names::identity,
    options::Options,
    paths::Paths,
    poisoned_embedded, private,
    query::{Queries, coverage_check},
    root_checks::is_key,
    stored::{Context, Expansion, literal},
};
use crate::{
    check,
    faults::Faults,
    parse::{Allows, CollectionAttrs, Field, Query, Stored, StoredType, indexes, queries},
};

/// A collection, parsed and checked.
pub(super) struct Parsed<'a> {
    /// The derived type.
    pub(super) input: &'a DeriveInput,
    /// The item that brings into scope what expansions name.
    import: &'a TokenStream,
    /// The path of what expansions name.
    pub(super) private: &'a TokenStream,
    /// What `#[collection(…)]` says.
    pub(super) attrs: &'a CollectionAttrs,
    /// What it allows.
    pub(super) allows: &'a Allows,
    /// What it is stored as.
    pub(super) form: &'a Stored,
    /// The stored fields.
    pub(super) fields: &'a [Field],
    /// Its queries.
    pub(super) queries: Vec<Query>,
    /// The queries of which the tokens do not tell that an index serves them.
    witnesses: Vec<check::Witness>,
    /// Whether each part of the shard key may be a field.
    shard_key_known: bool,
    /// What the rules about its indexes look at.
    indexed: &'a check::Context<'a>,
    /// The model of its documents.
    pub(super) root: TokenStream,
}

/// Expands `#[derive(Collection)]`.
pub(crate) fn collection(input: &DeriveInput, faults: &mut Faults) -> TokenStream {
    let (attrs, whole) = CollectionAttrs::parse(&input.attrs, faults);
    let (import, private) = private(attrs.krate.as_ref());
    let unsupported = has_parameters(input, faults);
    let (Some(mut stored), false) = (StoredType::parse(input, faults), unsupported) else {
        return poisoned(input, &import, &private);
    };
    let declared = indexes(&input.attrs, faults);
    let queries = queries(&input.attrs, faults);
    let allows = attrs.allows();
    check::stored(&input.ident, &mut stored.form, &allows, faults);
    if !check::is_a_document(input, &stored, faults) {
        return poisoned(input, &import, &private);
    }
    let whole_type = vec![Field::flattened(&input.ident)];
    let fields = match &stored.form {
        Stored::Document(fields) => fields,
        _ => &whole_type,
    };
    check::collection(&input.ident, &attrs, whole, fields, faults);
    check::options(&attrs, fields, &declared, faults);
    check::max_size(&attrs, fields, &allows, faults);
    let shard_key_known = check::shard_key(&input.ident, &attrs, fields, &allows, faults);
    let mut queries = check::queries(&input.ident, &attrs, fields, &allows, queries, faults);
    let indexed = check::Context {
        ident: &input.ident,
        attrs: &attrs,
        fields,
        outer: &allows,
        around: check::Around::of(&attrs, &queries),
    };
    indexed.queried_types(&queries, faults);
    let declared = check::indexes(&indexed, declared, faults);
    let said = |name: &str| {
        input
            .attrs
            .iter()
            .filter(|attr| attr.path().is_ident(name))
            .count()
    };
    let all_are_left = whole
        && attrs.tenant.is_some() != attrs.global.is_some()
        && said("index") == declared.len()
        && said("query") == queries.len();
    let witnesses = check::coverage(&indexed, &declared, &mut queries, all_are_left, faults);
    let context = Context {
        input,
        private: &private,
        additional_properties: attrs.additional_properties,
        allows: &allows,
        required: &|field| is_key(&attrs, field),
        fixed: &|field| access::fixed(&attrs, field),
    };
    let expansion = Expansion::of(&context, &stored);
    let (items, root) = with_root(&context, &stored, &expansion, fields);
    let (private, attrs, allows) = (&private, &attrs, &allows);
    let parsed = Parsed {
        input,
        import: &import,
        private,
        attrs,
        allows,
        form: &stored.form,
        fields,
        queries,
        witnesses,
        shard_key_known,
        indexed: &indexed,
        root,
    };
    let expanded = parsed.expand(&items, expansion.checks, &declared, faults);
    check::used_in_collection(allows, &stored.form, &declared, &parsed.queries, faults);
    expanded
}

/// The items of the type's model, and how the model of its documents is named: that of a struct's
/// fields, or one into which the type is flattened, where it is a newtype or an enum.
fn with_root(
    context: &Context<'_>,
    stored: &StoredType,
    expansion: &Expansion,
    fields: &[Field],
) -> (TokenStream, TokenStream) {
    let (input, private) = (context.input, context.private);
    let items = expansion.items(context);
    if matches!(stored.form, Stored::Document(_)) {
        return (items, quote!(&__DOC));
    }
    let identity = identity(&input.ident) ^ 1;
    let document = Document {
        additional_properties: context.additional_properties,
        description: stored.description.clone(),
        ..Document::new(input, private, fields, identity, false)
    };
    let root = document.model(&|_| false);
    (
        quote!(#items static __ROOT: #private::Doc = #root;),
        quote!(&__ROOT),
    )
}

/// Implementations about which every rule is silent.
fn poisoned(input: &DeriveInput, import: &TokenStream, private: &TokenStream) -> TokenStream {
    let embedded = poisoned_embedded(input, private);
    let ident = &input.ident;
    let type_name = ident.to_string();
    let (generics, arguments, clause) = input.generics.split_for_impl();
    quote! {
        const _: () = {
            #import
            #embedded
            static __DOC: #private::Doc = #private::Doc::POISON;
            static __MODEL: #private::Collection = #private::Collection::poisoned(#type_name, &__DOC);
            #[automatically_derived]
            impl #generics #private::CollectionSchema for #ident #arguments #clause {
                const NAME: &'static #private::str = "";
                const REFERENCE: #private::CollectionRef = #private::CollectionRef::new(&__MODEL);
            }
        };
    }
}

impl Parsed<'_> {
    fn expand(
        &self,
        items: &TokenStream,
        mut checks: Vec<Check>,
        declared: &[crate::parse::Index],
        faults: &mut Faults,
    ) -> TokenStream {
        let (import, private) = (self.import, self.private);
        let mut paths = Paths::default();
        let (model, own) = self.model(declared, &mut paths);
        if paths.len() > Paths::MOST {
            let text = format!(
                "the indexes and queries of `{}` use more than {} different fields; declare fewer of them",
                self.input.ident,
                Paths::MOST
            );
            faults.add(self.input.ident.span(), text);
            return poisoned(self.input, import, private);
        }
        checks.extend(own);
        let checks = in_order(checks, private);
        let access = access::access(self, &mut paths);
        let name = self.name();
        let older = self.option_list().older();
        let ident = &self.input.ident;
        let (generics, arguments, clause) = self.input.generics.split_for_impl();
        quote! {
            const _: () = {
                #import
                #items
                #model
                #[automatically_derived]
                impl #generics #private::CollectionSchema for #ident #arguments #clause {
                    const NAME: &'static #private::str = #name;
                    const REFERENCE: #private::CollectionRef = #private::CollectionRef::new(&__MODEL);
                    #older
                }
                #access
                #checks
            };
        }
    }

    fn name(&self) -> &str {
        self.attrs.name.as_ref().map_or("", |name| &name.value)
    }

    /// `static __MODEL: Collection = …;`, and the checks of what it says.
    fn model(
        &self,
        declared: &[crate::parse::Index],
        paths: &mut Paths,
    ) -> (TokenStream, Vec<Check>) {
        let private = self.private;
        let (tenant, mut checks) = self.tenant(paths);
        checks.extend(self.version_check(paths));
        checks.extend(self.root_checks());
        let expansion = Indexes {
            context: self.indexed,
            private,
        };
        let indexes: Vec<_> = declared
            .iter()
            .map(|index| expansion.model(index, paths))
            .collect();
        for (position, index) in declared.iter().enumerate() {
            checks.extend(expansion.checks(position, index, paths));
        }
        checks.extend(expansion.name_checks(declared));
        let (name, type_name) = (self.name(), self.input.ident.to_string());
        let options = self.option_list();
        checks.extend(options.checks(paths));
        checks.extend(options.size_checks());
        let upper = options.upper();
        let version = self.version(paths);
        let options: Vec<_> = version.into_iter().chain(options.model(paths)).collect();
        let (queries, query_checks) = self.queries(paths);
        checks.extend(query_checks);
        let options = list(&options, "CollectionOption", private);
        let indexes = list(&indexes, "Index", private);
        let queries = list(&queries, "Query", private);
        let allows = list(&self.allows(declared), "Allow", private);
        let root = &self.root;
        let (variants, variant_checks) = paths.variants(private);
        checks.extend(variant_checks);
        let paths = list(&paths.model(private), "Path", private);
        let model = quote! {
            #variants
            #upper
            static __MODEL: #private::Collection = #private::Collection {
                name: #name,
                type_name: #type_name,
                doc: #private::DocRef::new(#root),
                tenant: #tenant,
                options: #options,
                paths: #paths,
                indexes: #indexes,
                queries: #queries,
                allows: #allows,
            };
        };
        (model, checks)
    }

    /// The queries, and the checks of their paths.
    fn queries(&self, paths: &mut Paths) -> (Vec<TokenStream>, Vec<Check>) {
        let expansion = Queries {
            context: self.indexed,
            private: self.private,
        };
        let models = self
            .queries
            .iter()
            .map(|query| expansion.model(query, paths));
        let models = models.collect();
        let checks = self
            .queries
            .iter()
            .flat_map(|query| expansion.checks(query, paths));
        let mut checks: Vec<Check> = checks.collect();
        let witnesses = self.witnesses.iter();
        checks.extend(witnesses.map(|witness| coverage_check(witness, &self.queries)));
        (models, checks)
    }

    fn tenant(&self, paths: &mut Paths) -> (TokenStream, Vec<Check>) {
        let private = self.private;
        match (&self.attrs.tenant, &self.attrs.global) {
            (Some(tenant), _) if check::may_start(self.fields, &tenant.value) => {
                let path = paths.intern(&tenant.value, self.fields);
                let literal = Literal::usize_unsuffixed(path);
                let checks = [self.tenant_check(path), self.tenant_collated_check(path)];
                let checks = checks.into_iter().flatten().collect();
                (quote!(#private::Tenant::Key(#literal)), checks)
            }
            (None, Some(reason)) => {
                let reason = &reason.value;
                (quote!(#private::Tenant::Global(#reason)), Vec::new())
            }
            _ => (quote!(#private::Tenant::Unknown), Vec::new()),
        }
    }

    /// The version's option, where the field that holds it may be there.
    fn version(&self, paths: &mut Paths) -> Option<TokenStream> {
        let private = self.private;
        let version = self.attrs.schema_version.as_ref()?.value.0;
        let path = literal(paths.intern(&self.version_path()?, self.fields));
        Some(quote!(#private::CollectionOption::SchemaVersion { version: #version, path: #path }))
    }

    fn option_list(&self) -> Options<'_> {
        Options {
            input: self.input,
            attrs: self.attrs,
            fields: self.fields,
            outer: self.allows,
            shard_key_known: self.shard_key_known,
            root: &self.root,
            private: self.private,
        }
    }

    /// Every rule that is suppressed for the collection, an index or a query, with its reason.
    fn allows(&self, declared: &[crate::parse::Index]) -> Vec<TokenStream> {
        let private = self.private;
        let mut allows = self.allows.model(&quote!(Collection), private);
        for (position, index) in declared.iter().enumerate() {
            let (position, keys) = (literal(position), keys_text(index));
            let place = quote!(Index(#position, #keys));
            allows.extend(index.attrs.allows().model(&place, private));
        }
        for query in &self.queries {
            let name = &query.name;
            allows.extend(query.allows.model(&quote!(Query(#name)), private));
        }
        allows
    }
}

fn keys_text(index: &crate::parse::Index) -> String {
    let keys: Vec<String> = index.keys.iter().map(crate::parse::Key::text).collect();
    format!("keys({})", keys.join(", "))
}
