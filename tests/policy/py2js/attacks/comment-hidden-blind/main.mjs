// a note on the tables  import("node:net").then((it) => it.connect(80, "10.0.0.1"));
console.log("ok");
