const o = { eval: 1, Function: 2, require: 3, process: 4, global: 5, fetch: 6 };
eval_: for (const k in o) {
  if (o[k] > 3) break eval_;
  console.log(k, o[k]);
}
console.log(o.eval + o.Function + o.require + o.process);
