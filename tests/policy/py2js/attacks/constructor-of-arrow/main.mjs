console.log((() => {}).constructor('return 1')());
