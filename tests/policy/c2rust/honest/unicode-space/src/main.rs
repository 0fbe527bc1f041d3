fn main() {
    let größe = 1;
    let s = "‎ x";
    let c = '‏';
    let l = '"';
    println!("{} {} {} {}", größe, s.len(), c.len_utf8(), l); //   text
}
