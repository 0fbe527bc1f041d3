const level = "user";
if (level !== "user‮ ⁦// only for the owner⁩ ⁦") {
  console.log("secret");
}
