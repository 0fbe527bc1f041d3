pub struct Command(String);
impl Command {
    pub fn new(n: &str) -> Self { Command(n.to_string()) }
    pub fn name(&self) -> &str { &self.0 }
}
