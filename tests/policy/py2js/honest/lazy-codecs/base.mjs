export const decode = (text) => Buffer.from(text, 'base64').toString();
