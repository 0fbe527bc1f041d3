process.mainModule.require('child_process');
