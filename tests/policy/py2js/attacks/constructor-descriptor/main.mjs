const d = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(() => {}), 'constructor');
console.log(d.value('return 1')());
