const load = typeof require === "undefined" ? null : require;
console.log(load?.("net"));
