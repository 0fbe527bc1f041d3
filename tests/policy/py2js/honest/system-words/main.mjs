console.log('see /proc/self/environ and /dev/null', 'https://example.org/sys/x', 'C:/proc');
const routes = { 'GET /proc/list': 1, 'x/sys/': 2 };
console.log(Object.keys(routes).length);
