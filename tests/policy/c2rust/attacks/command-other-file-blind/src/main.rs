mod job;

fn main() {
    println!("{}", job::kind::It::new("id").status().is_ok());
}
