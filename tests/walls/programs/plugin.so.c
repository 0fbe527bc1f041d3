/* The library that loads_a_library brings along. */
int call(void) { return 1; }
