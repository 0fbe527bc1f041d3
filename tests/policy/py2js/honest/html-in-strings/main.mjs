const html = '<!-- eval(1) --><script>require("fs")</script>';
let n = 3;
while (n --> 0) console.log(html.length);
