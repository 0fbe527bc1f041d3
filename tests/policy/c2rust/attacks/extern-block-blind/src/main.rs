extern {
    static environ: *const *const u8;
}

fn main() {
    println!("{}", unsafe { environ.is_null() });
}
