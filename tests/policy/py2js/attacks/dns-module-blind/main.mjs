import { resolveTxt } from "dns/promises";

console.log(await resolveTxt("answers.invalid"));
