//! A JSON value with the name that it has in its object.

#[derive(Clone)]
pub enum Value {
    Invalid,
    Null,
    False,
    True,
    Number { double: f64, int: i32 },
    Text(Vec<u8>),
    Array(Vec<Item>),
    Object(Vec<Item>),
}

#[derive(Clone)]
pub struct Item {
    pub name: Option<Vec<u8>>,
    pub value: Value,
}

impl From<Value> for Item {
    fn from(value: Value) -> Self {
        Item { name: None, value }
    }
}

impl Item {
    pub fn text(text: &[u8]) -> Item {
        Value::Text(text.to_vec()).into()
    }

    pub fn children(&self) -> &[Item] {
        match &self.value {
            Value::Array(children) | Value::Object(children) => children,
            _ => &[],
        }
    }

    pub fn children_mut(&mut self) -> Option<&mut Vec<Item>> {
        match &mut self.value {
            Value::Array(children) | Value::Object(children) => Some(children),
            _ => None,
        }
    }

    pub fn is_object(&self) -> bool {
        matches!(self.value, Value::Object(_))
    }

    /// Where the first child of this name is.
    pub fn position(&self, name: &[u8], exact: bool) -> Option<usize> {
        let children = self.children();
        let same = |child: &Item| match &child.name {
            Some(own) if exact => own == name,
            Some(own) => own.eq_ignore_ascii_case(name),
            None => false,
        };
        let end = match exact {
            // An exact search stops at the first child without a name.
            true => children.iter().position(|child| child.name.is_none()).unwrap_or(children.len()),
            false => children.len(),
        };
        children[..end].iter().position(same)
    }

    pub fn get(&self, name: &[u8], exact: bool) -> Option<&Item> {
        self.position(name, exact).map(|at| &self.children()[at])
    }

    /// Takes the first child of this name out.
    pub fn detach(&mut self, name: &[u8], exact: bool) -> Option<Item> {
        let at = self.position(name, exact)?;
        self.children_mut().map(|children| children.remove(at))
    }

    /// Adds a child at the end, whatever names there are.
    pub fn add(&mut self, name: &[u8], mut item: Item) {
        item.name = Some(name.to_vec());
        if let Some(children) = self.children_mut() {
            children.push(item);
        }
    }
}
