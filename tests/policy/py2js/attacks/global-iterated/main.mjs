for (const v of Object.values(globalThis)) console.log(v);
