const m = await import('data:text/javascript;base64,' + 'ZXhwb3J0IGRlZmF1bHQgMQ==');
console.log(m.default);
