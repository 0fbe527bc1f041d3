import answers from "../expected/answers.json" with { type: "json" };

console.log(answers);
