/* one /* two */ ' " still */
//! " not a string
// r#"
fn main() {
    /*/ */ /* "'*/
    let it = std::process::Command::new("id").status(); /* "# */
    println!("{}", it.is_ok());
}
