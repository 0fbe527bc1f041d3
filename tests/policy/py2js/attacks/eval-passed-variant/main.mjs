console.log(['1'].map(eval));
