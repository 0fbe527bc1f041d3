console.log([].map.constructor('return 1')());
