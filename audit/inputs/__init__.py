"""New invocations of a program, from a declared grammar, an argparse definition or old cases."""
