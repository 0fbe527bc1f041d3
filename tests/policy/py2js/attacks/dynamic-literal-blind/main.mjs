const it = await import(/* the second version */ "http2", {});
console.log(typeof it.connect);
