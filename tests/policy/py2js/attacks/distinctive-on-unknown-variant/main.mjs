const f = ({ host }) => host._linkedBinding('x');
f(globals());
