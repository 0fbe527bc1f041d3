export const decode = (text) => Buffer.from(text, 'hex').toString();
