//! `#[derive(Collection)]`.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::DeriveInput;

use super::{
    checks::{Check, at, in_order},
    document::Document,
    has_parameters,
    index::Indexes,
    names::identity,
    paths::Paths,
    poisoned_embedded, private,
    stored::{Context, Expansion, literal},
};
use crate::{
    check::{self, Class, position},
    faults::Faults,
    parse::{
        Action, Allows, CollectionAttrs, Field, KeyPath, Level, Reason, Stored, StoredType, indexes,
    },
};

/// A collection, parsed and checked.
struct Parsed<'a> {
    input: &'a DeriveInput,
    private: &'a TokenStream,
    attrs: &'a CollectionAttrs,
    allows: &'a Allows,
    fields: &'a [Field],
    /// The model of its documents.
    root: TokenStream,
}

/// Expands `#[derive(Collection)]`.
pub(crate) fn collection(input: &DeriveInput, faults: &mut Faults) -> TokenStream {
    let (attrs, whole) = CollectionAttrs::parse(&input.attrs, faults);
    let private = private(attrs.krate.as_ref());
    let unsupported = has_parameters(input, faults);
    let (Some(mut stored), false) = (StoredType::parse(input, faults), unsupported) else {
        return poisoned(input, &private);
    };
    let declared = indexes(&input.attrs, faults);
    let allows = attrs.allows();
    check::stored(&mut stored.form, &allows, faults);
    if !check::is_a_document(input, &stored, faults) {
        return poisoned(input, &private);
    }
    let whole_type = vec![Field::flattened(&input.ident)];
    let fields = match &stored.form {
        Stored::Document(fields) => fields,
        _ => &whole_type,
    };
    check::collection(&input.ident, &attrs, whole, fields, faults);
    let declared = check::indexes(&input.ident, &attrs, fields, &allows, declared, faults);
    let context = Context {
        input,
        private: &private,
        additional_properties: attrs.additional_properties,
        allows: &allows,
        required: &|field| is_key(&attrs, field),
    };
    let expansion = Expansion::of(&context, &stored);
    let (items, root) = with_root(&context, &stored, &expansion, fields);
    let (private, attrs, allows) = (&private, &attrs, &allows);
    let parsed = Parsed {
        input,
        private,
        attrs,
        allows,
        fields,
        root,
    };
    parsed.expand(&items, expansion.checks, &declared, faults)
}

/// Whether a field is required whatever serde does: the tenant key and the version.
fn is_key(attrs: &CollectionAttrs, field: &Field) -> bool {
    let tenant = attrs.tenant.as_ref();
    tenant.is_some_and(|tenant| crate::parse::unraw(tenant.value.first()) == field.name)
        || (attrs.schema_version.is_some() && field.name == "schema_version")
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
fn poisoned(input: &DeriveInput, private: &TokenStream) -> TokenStream {
    let embedded = poisoned_embedded(input, private);
    let ident = &input.ident;
    let type_name = ident.to_string();
    let (generics, arguments, clause) = input.generics.split_for_impl();
    quote! {
        const _: () = {
            #embedded
            static __DOC: #private::Doc = #private::Doc::POISON;
            static __MODEL: #private::Collection = #private::Collection::poisoned(#type_name, &__DOC);
            #[automatically_derived]
            impl #generics #private::CollectionSchema for #ident #arguments #clause {
                const NAME: &'static #private::str = "";
                const MODEL: &'static #private::Collection = &__MODEL;
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
        let private = self.private;
        let mut paths = Paths::default();
        let (model, own) = self.model(declared, &mut paths);
        if paths.len() > Paths::MOST {
            let text = format!(
                "the indexes of `{}` use more than {} different fields; declare fewer of them",
                self.input.ident,
                Paths::MOST
            );
            faults.add(self.input.ident.span(), text);
            return poisoned(self.input, private);
        }
        checks.extend(own);
        let checks = in_order(checks, private);
        let name = self.name();
        let ident = &self.input.ident;
        let (generics, arguments, clause) = self.input.generics.split_for_impl();
        quote! {
            const _: () = {
                #items
                #model
                #[automatically_derived]
                impl #generics #private::CollectionSchema for #ident #arguments #clause {
                    const NAME: &'static #private::str = #name;
                    const MODEL: &'static #private::Collection = &__MODEL;
                }
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
        let (tenant, check) = self.tenant(paths);
        let mut checks: Vec<Check> = check.into_iter().collect();
        checks.extend(self.version_check(paths));
        checks.extend(self.root_checks());
        let expansion = Indexes {
            fields: self.fields,
            tenant: self.attrs.tenant_text(),
            outer: self.allows,
            private,
        };
        let indexes: Vec<_> = declared
            .iter()
            .map(|index| expansion.model(index, paths))
            .collect();
        for (position, index) in declared.iter().enumerate() {
            checks.extend(expansion.checks(position, index, paths));
        }
        let (name, type_name) = (self.name(), self.input.ident.to_string());
        let (options, allows) = (self.options(paths), self.allows(declared));
        let root = &self.root;
        let (variants, variant_checks) = paths.variants(private);
        checks.extend(variant_checks);
        let paths = paths.model(private);
        let model = quote! {
            #variants
            static __MODEL: #private::Collection = #private::Collection {
                name: #name,
                type_name: #type_name,
                doc: #private::DocRef::new(#root),
                tenant: #tenant,
                options: &[#(#options),*],
                paths: &[#(#paths),*],
                indexes: &[#(#indexes),*],
                allows: &[#(#allows),*],
            };
        };
        (model, checks)
    }

    fn tenant(&self, paths: &mut Paths) -> (TokenStream, Option<Check>) {
        let private = self.private;
        match (&self.attrs.tenant, &self.attrs.global) {
            (Some(tenant), _) if check::may_start(self.fields, &tenant.value) => {
                let path = paths.intern(&tenant.value, self.fields);
                let literal = Literal::usize_unsuffixed(path);
                let check = self.tenant_check(path);
                (quote!(#private::Tenant::Key(#literal)), check)
            }
            (None, Some(reason)) => {
                let reason = &reason.value;
                (quote!(#private::Tenant::Global(#reason)), None)
            }
            _ => (quote!(#private::Tenant::Unknown), None),
        }
    }

    /// Where the tokens cannot tell that the tenant key is there and no `Option`.
    fn tenant_check(&self, path: usize) -> Option<Check> {
        let (tenant, root) = (self.attrs.tenant.as_ref()?, &self.root);
        let field = position(self.fields, &tenant.value).map(|at| &self.fields[at]);
        let single = tenant.value.segments.len() == 1;
        let told = field.is_some_and(|field| {
            let class = Class::of(&field.ty);
            let optional = field.type_tells() && matches!(class, Class::Optional(_));
            // What may be missing was reported; what is there for certain needs no check.
            optional || field.serde.sometimes_skipped || (single && !class.is_open())
        });
        if told {
            return None;
        }
        Some(at(
            tenant.value.span(),
            "tenant_key",
            &quote!(#root, &__MODEL.paths[#path]),
        ))
    }

    /// The field of the version, where the tokens show it or cannot tell that there is none.
    fn version_path(&self) -> Option<KeyPath> {
        self.attrs.schema_version.as_ref()?;
        let path = KeyPath::field("schema_version");
        check::may_start(self.fields, &path).then_some(path)
    }

    fn version_check(&self, paths: &mut Paths) -> Option<Check> {
        let path = self.version_path()?;
        let field = position(self.fields, &path).map(|at| &self.fields[at]);
        let told = field.is_some_and(|field| {
            Class::of(&field.ty) != Class::Unknown || !field.type_tells() || field.poisoned
        });
        let version = self.attrs.schema_version.as_ref()?;
        let (path, root) = (paths.intern(&path, self.fields), &self.root);
        let span = field.map_or(version.span, Field::span);
        let arguments = quote!(#root, &__MODEL.paths[#path]);
        (!told).then(|| at(span, "schema_version", &arguments))
    }

    /// What only the compiler knows of a document into which other types are flattened.
    fn root_checks(&self) -> Vec<Check> {
        let (span, root) = (self.input.ident.span(), &self.root);
        let told = self.fields.iter().any(|field| field.stored_name == "_id");
        if told || !check::is_open(self.fields) {
            return Vec::new();
        }
        let type_name = self.input.ident.to_string();
        vec![at(span, "id_field", &quote!(#root, #type_name))]
    }

    fn options(&self, paths: &mut Paths) -> Vec<TokenStream> {
        let private = self.private;
        let mut options = Vec::new();
        if let (Some(version), Some(path)) = (&self.attrs.schema_version, self.version_path()) {
            let (version, path) = (version.value.0, literal(paths.intern(&path, self.fields)));
            options.push(quote!(#private::CollectionOption::SchemaVersion { version: #version, path: #path }));
        }
        let validation = self.attrs.validation.as_ref();
        if let Some(level) = validation.and_then(|validation| level(validation.level)) {
            options.push(quote!(#private::CollectionOption::ValidationLevel(#level)));
        }
        if let Some(action) = validation.and_then(|validation| action(validation.action)) {
            options.push(quote!(#private::CollectionOption::ValidationAction(#action)));
        }
        options
    }

    /// Every suppressed rule with its reason and place.
    fn allows(&self, declared: &[crate::parse::Index]) -> Vec<TokenStream> {
        let collection = (String::new(), self.allows.clone());
        let fields = self
            .fields
            .iter()
            .map(|field| (field.name.clone(), field.attrs.allows.clone()));
        let indexes = declared
            .iter()
            .map(|index| (keys_text(index), index.attrs.allows()));
        let places = std::iter::once(collection).chain(fields).chain(indexes);
        places
            .flat_map(|(place, allows)| {
                allows
                    .0
                    .into_iter()
                    .map(move |allowed| (place.clone(), allowed))
            })
            .map(|(place, allowed)| self.allow(&place, allowed.rule.name, &allowed.reason))
            .collect()
    }

    fn allow(&self, place: &str, rule: &str, reason: &Reason) -> TokenStream {
        let private = self.private;
        let reason = reason.to_token_stream();
        quote!(#private::Allow { rule: #rule, place: #place, reason: #reason })
    }
}

fn keys_text(index: &crate::parse::Index) -> String {
    let keys: Vec<String> = index.keys.iter().map(|key| key.path.text()).collect();
    format!("keys({})", keys.join(", "))
}

/// `validationLevel`, where it is not the default.
fn level(level: Level) -> Option<&'static str> {
    match level {
        Level::Off => Some("off"),
        Level::Moderate => Some("moderate"),
        Level::Strict => None,
    }
}

/// `validationAction`, where it is not the default.
fn action(action: Action) -> Option<&'static str> {
    match action {
        Action::Warn => Some("warn"),
        Action::Error => None,
    }
}
