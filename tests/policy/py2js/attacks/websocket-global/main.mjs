new WebSocket('ws://127.0.0.1/');
