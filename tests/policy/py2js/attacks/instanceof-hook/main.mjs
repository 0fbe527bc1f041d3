class Hook {
  static [Symbol.hasInstance](value) {
    console.log(value.binding('fs'));
    return true;
  }
}
console.log(process instanceof Hook);
