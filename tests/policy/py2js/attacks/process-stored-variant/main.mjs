const box = [process];
box[0].binding('x');
