import "./lib/%2e%2E/%2e%2e/outside.mjs";
