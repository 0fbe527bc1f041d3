((p) => p.binding('x'))(process);
