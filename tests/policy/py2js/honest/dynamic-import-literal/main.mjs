const { run } = await import('./lib/run.mjs');
console.log(run());
const lazy = () => import('./lib/lazy.mjs');
console.log((await lazy()).default);
