const W = globalThis['Web' + 'Socket'];
new W('ws://127.0.0.1/');
