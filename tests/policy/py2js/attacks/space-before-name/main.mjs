const all = process　.binding('fs');
console.log(all);
