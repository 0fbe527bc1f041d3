import lodash from 'lodash';
console.log(lodash.chunk([1], 1));
