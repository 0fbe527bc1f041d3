fn id<'a>(x: &'a u8) -> &'a u8 { x }
fn main() {
    let x = ('"', '\'', b'\'', '\u{7f}', "a'b");
    'outer: loop { break 'outer; }
    println!("{:?} {}", x, id(&1));
}
