const copy = Object.assign({}, process);
copy.binding('x');
