import net from "#wire";

console.log(typeof net.connect);
