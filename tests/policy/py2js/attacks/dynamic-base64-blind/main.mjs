const name = new TextDecoder().decode(Uint8Array.from(atob("bm9kZTpuZXQ="), (c) => c.charCodeAt(0)));
const it = await import(name);
console.log(Object.keys(it).length);
