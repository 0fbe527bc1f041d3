const x = 'user‮'; // ⁦ admin
console.log(x);
