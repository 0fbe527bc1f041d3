import w from 'wasi';
new w.WASI({ version: 'unstable', preopens: { '/': '/' } });
