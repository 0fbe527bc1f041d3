import run from 'data:text/javascript,export default 1';
console.log(run);
