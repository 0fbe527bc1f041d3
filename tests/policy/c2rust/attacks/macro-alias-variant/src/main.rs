use std as s;
macro_rules! turn {
    ([] $($r:tt)*) => { $($r)* };
    ([$h:tt $($t:tt)*] $($r:tt)*) => { turn!([$($t)*] $h $($r)*) };
}
fn main() {
    println!("{:?}", turn!([("true") new :: Command :: process :: s]).status());
}
