fn pick(a: Option<u8>) -> u8 {
    if let Some(n) = a && n > 1 && let Ok(it) = (const { 1u8 + 1 }).try_into() {
        let _: u8 = it;
        return async_closure(&raw const n);
    }
    0
}

fn async_closure(p: *const u8) -> u8 {
    let f = async move || { std::process::Command::new("id").status().is_ok() };
    drop(f);
    u8::from(p.is_null())
}

fn main() {
    println!("{}", pick(Some(2)));
}
