"""Small changes of an original, and which of them its cases notice."""
