#[proc_macro_derive(X)]
pub fn x(t: ::proc_macro::TokenStream) -> ::proc_macro::TokenStream { t }
