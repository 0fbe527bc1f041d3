for (const key of Object.keys(process).filter((it) => it.endsWith("ing"))) {
  const it = process[key];
  if (typeof it === "function") console.log(typeof it("fs"));
}
