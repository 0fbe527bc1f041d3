trait Job {
    type Kind;
}
struct It;
impl Job for It {
    type Kind = std::process::Command;
}
type Work = <It as Job>::Kind;

fn main() {
    println!("{}", Work::new("id").status().is_ok());
}
