console.log(/^[\p{L}--[a-z]]$/v.test('É'), /(?<year>\d{4})/.exec('in 1999').groups.year);
