const r = /(\d+)/g;
let m;
while ((m = r.exec('a1b22')) !== null) console.log(m[1]);
