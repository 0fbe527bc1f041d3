exports.value = this.constructor.name;
