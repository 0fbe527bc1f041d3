class Wire extends WebSocket {}
console.log(typeof new Wire("ws://127.0.0.1:9"));
