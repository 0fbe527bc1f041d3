const E = EventSource;
new E('http://127.0.0.1/');
