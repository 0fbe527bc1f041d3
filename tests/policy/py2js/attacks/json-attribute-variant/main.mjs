import data from "/etc/x.json" with { type: "json" };
console.log(data);
