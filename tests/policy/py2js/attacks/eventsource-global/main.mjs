new EventSource('http://127.0.0.1/');
