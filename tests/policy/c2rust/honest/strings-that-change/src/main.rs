fn shown(p: &str) -> String {
    let p = p.to_uppercase();
    format!("{p}c/self")
}

fn main() {
    let p = "/pro";
    println!("{}", shown(p));
    {
        let p = "pub";
        println!("{}", format!("{p}lic/{}", p.len()));
    }
    let p = p.replace('/', "");
    println!("{}", format!("{p}c/self"));
    let mut q = String::from("/sy");
    q.clear();
    q.push_str("s/x");
    println!("{q}");
    let parts = ["/", "d", "e", "v", "/", "m"];
    let most: String = parts.iter().skip(1).copied().collect();
    let turned = parts.iter().rev().copied().collect::<String>();
    println!("{most} {turned} {}", &"x/proc/1"[..1]);
}
