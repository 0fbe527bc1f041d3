console.log(require('fs'));
