module.exports = module.require("os").cpus().length;
