import "./lib/vendor.mjs";

console.log("ok");
