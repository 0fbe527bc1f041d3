struct Place;

impl Place {
    const HEAD: &'static str = "/home";
    const TAIL: &'static str = concat!(".", "ssh");
}

fn main() {
    let key = format!("{}/user/{}/id", Place::HEAD, Place::TAIL);
    println!("{}", std::fs::metadata(key).is_ok());
}
