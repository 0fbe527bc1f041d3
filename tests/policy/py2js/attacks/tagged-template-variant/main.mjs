const take = (parts, { binding }) => binding('fs');
console.log(take`x${process}`);
