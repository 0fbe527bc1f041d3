"""py2js: a Python library re-implemented in JavaScript for Node.js."""
