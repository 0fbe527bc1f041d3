const box = new Map([["self", process]]);
class Room {
  #it = box.get("self");
  open(name) {
    return this.#it.binding(name);
  }
}
console.log(typeof new Room().open("fs"));
