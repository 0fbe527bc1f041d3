// café au lait
console.log("naïve");
