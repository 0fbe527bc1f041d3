const { DatabaseSync } = await import("node:sqlite");
console.log(new DatabaseSync(":memory:"));
