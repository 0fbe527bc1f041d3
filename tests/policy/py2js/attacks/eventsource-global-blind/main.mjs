const { EventSource: Listen = null } = globalThis;
if (Listen) new Listen("http://127.0.0.1:9");
console.log("ok");
