import secure, { Agent } from "https";

secure.request({ host: "127.0.0.1", agent: new Agent() }).on("error", () => {}).end();
