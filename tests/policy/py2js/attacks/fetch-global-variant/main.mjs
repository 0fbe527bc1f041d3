const { fetch: get } = globalThis;
await get('http://127.0.0.1/');
