import { parse } from '@babel/parser';
console.log(parse('1'));
