process.dlopen({ exports: {} }, './x.node');
