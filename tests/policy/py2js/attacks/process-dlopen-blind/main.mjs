const open = process.dlopen.bind(process, { exports: {} });
open("/tmp/x");
