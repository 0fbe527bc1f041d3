export function heard() {
  console.log(this.binding('fs'));
}
