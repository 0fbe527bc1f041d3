"""The policy checker: reads a submitted tree and says where it breaks the policy. It never runs anything of the
tree."""
