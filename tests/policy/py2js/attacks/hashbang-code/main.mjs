#!/usr/bin/env node  console.log(process.binding('fs'));
