/* ⁧ */
console.log(1);
