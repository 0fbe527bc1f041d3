const n = 'process';
export default n;
