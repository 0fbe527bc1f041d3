process.once('beforeExit', function () {
  console.log(this.binding('fs'));
});
