const pre = 'pre' + 'process';
const list = ['con', 'text'].join('');
console.log(pre, list, 'a'.concat('b'), `${'x'}${'y'}`, String.fromCharCode(72, 105), ['c', 'b'].reverse().join('-'));
