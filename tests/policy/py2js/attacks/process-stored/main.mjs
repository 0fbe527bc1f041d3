const box = { process };
box[process.argv[2]].binding('x');
