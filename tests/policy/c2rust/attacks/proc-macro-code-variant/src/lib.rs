#[proc_macro_derive(X)]
pub fn x(_: ::proc_macro::TokenStream) -> ::proc_macro::TokenStream { ::proc_macro::TokenStream::new() }
