import { texts } from "./lib/args.mjs";
import { COMPACT, PRETTY } from "./lib/encode.mjs";
import { Failure, run } from "./lib/out.mjs";
import { rewrite } from "./lib/rewrite.mjs";
import { CLASSES, FORMS, replacement, revive } from "./lib/shapes.mjs";

const USAGE = `\
usage: callbacks [--pretty] [--on CLASS=FORM]... [--] [JSON...]
       CLASS is object, shape, circle or square; FORM is name, value, pair, shape or self`;

function registration(word = "") {
  const [kind, ...rest] = word.split("=");
  const form = rest.join("=");
  if (!CLASSES.includes(kind) || !FORMS.has(form) || word === "shape=shape") throw new Failure(USAGE, 2);
  return [kind, form];
}

run((words) => {
  const callbacks = new Map();
  let layout = COMPACT;
  let at = 0;
  while (at < words.length && words[at].startsWith("-")) {
    const word = words[at++];
    if (word === "--") break;
    if (word === "--pretty") layout = PRETTY;
    else if (word === "--on") callbacks.set(...registration(words[at++]));
    else throw new Failure(USAGE, 2);
  }
  if (callbacks.has("object")) throw new Failure("error: Cannot register callback for the `object` type");
  for (const text of texts(words.slice(at))) rewrite(text, layout, { revive, replace: replacement(callbacks) });
});
