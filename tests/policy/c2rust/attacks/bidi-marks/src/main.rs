fn main() {
    let _ = "a‮";
}
