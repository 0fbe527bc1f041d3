const { WASI: Room } = await import("wasi");
console.log(new Room({ version: "preview1" }));
