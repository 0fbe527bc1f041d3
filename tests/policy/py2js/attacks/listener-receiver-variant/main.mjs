const box = {
  heard(key) {
    console.log(this[key]('vm'));
  },
};
process.on('go', box.heard);
process.emit('go', process.argv[2] ?? 'cwd');
