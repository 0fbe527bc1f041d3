const EXT = '.mjs';
const codecs = { hex: () => import('./hex.mjs'), base: () => import('./base.mjs') };
const { decode } = await codecs[process.argv[2] ?? 'hex']();
const more = process.argv[3] ? await import('./hex.mjs') : await import('./base.mjs');
console.log(decode('6161'), typeof more.decode, (await import('./base' + EXT)).decode('YQ=='));
