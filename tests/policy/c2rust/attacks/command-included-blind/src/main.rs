include!(concat!("parts/", "job.in"));

fn main() {
    println!("{}", job());
}
