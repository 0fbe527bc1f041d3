console.log(\u0065val('1'));
