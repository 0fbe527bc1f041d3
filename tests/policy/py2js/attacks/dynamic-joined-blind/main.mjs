const name = ["m", "v", ":edon"].reduceRight((text, part) => [...part].reverse().join("") + text, "");
const it = await import([..."mv:edon"].toReversed().join(""));
console.log(it.runInThisContext("1"), name);
