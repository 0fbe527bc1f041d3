console.log("tool");
