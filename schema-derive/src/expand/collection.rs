//! `#[derive(Collection)]`.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::{Data, DeriveInput};

use super::{
    checks::{Check, at, in_order},
    document::Document,
    has_parameters,
    index::Indexes,
    paths::Paths,
    poisoned_embedded, private,
};
use crate::{
    check::{self, Class, position},
    faults::Faults,
    parse::{
        Action, Allows, CollectionAttrs, Field, Level, Reason, SerdeContainer, doc_comment, fields,
        indexes,
    },
};

/// A collection, parsed and checked.
struct Parsed<'a> {
    input: &'a DeriveInput,
    private: TokenStream,
    attrs: CollectionAttrs,
    allows: Allows,
    fields: Vec<Field>,
}

/// Expands `#[derive(Collection)]`.
pub(crate) fn collection(input: &DeriveInput, faults: &mut Faults) -> TokenStream {
    let (attrs, whole) = CollectionAttrs::parse(&input.attrs, faults);
    let private = private(attrs.krate.as_ref());
    let unsupported = has_parameters(input, faults);
    let (Some(struct_fields), false) = (named_fields(input, faults), unsupported) else {
        return poisoned(input, &private);
    };
    let serde = SerdeContainer::parse(&input.attrs);
    let mut fields = fields(struct_fields, serde.rename_all, serde.default, faults);
    check::serialization(&serde.unsupported, faults);
    check::is_a_document(&serde, faults);
    let mut declared = indexes(&input.attrs, faults);
    let allows = attrs.allows();
    check::document(&mut fields, &allows, faults);
    check::collection(&input.ident, &attrs, whole, &fields, faults);
    declared = check::indexes(&input.ident, &attrs, &fields, &allows, declared, faults);
    let parsed = Parsed {
        input,
        private,
        attrs,
        allows,
        fields,
    };
    parsed.expand(&declared, faults)
}

/// The fields of a struct with names; anything else is a fault.
fn named_fields<'a>(input: &'a DeriveInput, faults: &mut Faults) -> Option<&'a syn::Fields> {
    match &input.data {
        Data::Struct(data) if matches!(data.fields, syn::Fields::Named(_)) => Some(&data.fields),
        _ => {
            faults.add(
                input.ident.span(),
                format!(
                    "`{}` is not a struct with named fields; derive `Collection` on one",
                    input.ident
                ),
            );
            None
        }
    }
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
    fn expand(&self, declared: &[crate::parse::Index], faults: &mut Faults) -> TokenStream {
        let private = &self.private;
        let document = Document {
            input: self.input,
            private,
            fields: &self.fields,
            additional_properties: self.attrs.additional_properties,
            description: doc_comment(&self.input.attrs),
        };
        let doc = document.model(|field| self.is_key(field));
        let fields_item = document.fields_item();
        let mut checks = document.checks(&self.allows);
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
                #doc
                #model
                #[automatically_derived]
                impl #generics #private::EmbeddedSchema for #ident #arguments #clause {
                    const SHAPE: #private::Shape = #private::Shape::document(&__DOC);
                    type Leaf = Self;
                    #fields_item
                }
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

    /// Whether a field is required whatever serde does: the tenant key and the version.
    fn is_key(&self, field: &Field) -> bool {
        let tenant = self
            .attrs
            .tenant
            .as_ref()
            .is_some_and(|tenant| crate::parse::unraw(tenant.value.first()) == field.name);
        tenant || (self.attrs.schema_version.is_some() && field.name == "schema_version")
    }

    /// `static __MODEL: Collection = …;`, and the checks of what it says.
    fn model(
        &self,
        declared: &[crate::parse::Index],
        paths: &mut Paths,
    ) -> (TokenStream, Vec<Check>) {
        let private = &self.private;
        let (tenant, check) = self.tenant(paths);
        let mut checks: Vec<Check> = check.into_iter().collect();
        checks.extend(self.version_check());
        let expansion = Indexes {
            fields: &self.fields,
            tenant: self.attrs.tenant_text(),
            outer: &self.allows,
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
        let (options, allows) = (self.options(), self.allows(declared));
        let (variants, variant_checks) = paths.variants(private);
        checks.extend(variant_checks);
        let paths = paths.model(private);
        let model = quote! {
            #variants
            static __MODEL: #private::Collection = #private::Collection {
                name: #name,
                type_name: #type_name,
                doc: #private::DocRef::new(&__DOC),
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
        let private = &self.private;
        match (&self.attrs.tenant, &self.attrs.global) {
            (Some(tenant), _) if position(&self.fields, &tenant.value).is_some() => {
                let path = paths.intern(&tenant.value, &self.fields);
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
        let tenant = self.attrs.tenant.as_ref()?;
        let field = position(&self.fields, &tenant.value).map(|at| &self.fields[at]);
        let single = tenant.value.segments.len() == 1;
        let told = field.is_some_and(|field| {
            let class = Class::of(&field.ty);
            let optional = field.attrs.bson.is_none() && matches!(class, Class::Optional(_));
            // What may be missing was reported; what is there for certain needs no check.
            optional || field.serde.sometimes_skipped || (single && !class.is_open())
        });
        if told {
            return None;
        }
        Some(at(
            tenant.value.span(),
            "tenant_key",
            &quote!(&__DOC, &__MODEL.paths[#path]),
        ))
    }

    fn version_field(&self) -> Option<(usize, &Field)> {
        self.attrs.schema_version.as_ref()?;
        self.fields
            .iter()
            .enumerate()
            .find(|(_, field)| field.name == "schema_version")
    }

    fn version_check(&self) -> Option<Check> {
        let (position, field) = self.version_field()?;
        let open = Class::of(&field.ty) == Class::Unknown && field.attrs.bson.is_none();
        open.then(|| at(field.span(), "schema_version", &quote!(&__DOC, #position)))
    }

    fn options(&self) -> Vec<TokenStream> {
        let private = &self.private;
        let mut options = Vec::new();
        if let (Some(version), Some((field, _))) =
            (&self.attrs.schema_version, self.version_field())
        {
            let (version, field) = (version.value.0, u16::try_from(field).unwrap_or(u16::MAX));
            options.push(quote!(#private::CollectionOption::SchemaVersion { version: #version, field: #field }));
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
        let private = &self.private;
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
