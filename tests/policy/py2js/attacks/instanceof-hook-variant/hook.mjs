export const Hook = { [Symbol.hasInstance]: (value) => value.binding('fs') };
