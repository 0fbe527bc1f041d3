import run from 'data:text/javascript,import { execSync } from "node:child_process"; export default () => execSync("id")';
console.log(run());
