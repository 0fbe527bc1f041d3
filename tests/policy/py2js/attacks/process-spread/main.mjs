const copy = { ...process };
copy.binding('x');
