const get = () => process;
get().binding('x');
