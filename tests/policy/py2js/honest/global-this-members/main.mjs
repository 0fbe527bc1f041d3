console.log(globalThis.parseInt('12'), globalThis['Math'].max(1, 2), typeof globalThis, 'JSON' in globalThis);
