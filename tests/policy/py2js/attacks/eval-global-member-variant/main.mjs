console.log(global['ev' + 'al']('1'));
