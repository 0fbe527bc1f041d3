import w from 'wasi';
new w.WASI({});
