import { runScript } from "./bootstrap.mjs";

await runScript("dev.ts");
