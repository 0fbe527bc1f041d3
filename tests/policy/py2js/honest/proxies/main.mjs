const p = new Proxy({ a: 1 }, { get: (t, k, r) => (k in t ? Reflect.get(t, k, r) : `no ${String(k)}`) });
console.log(p.a, p.eval, Reflect.ownKeys({ constructor: 1 }));
