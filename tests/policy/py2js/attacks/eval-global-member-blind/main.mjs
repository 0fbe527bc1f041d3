console.log(global.globalThis.global?.["eva" + "l"]("6 * 7"));
