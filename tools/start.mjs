import { runScript } from "./bootstrap.mjs";

await runScript("start.ts");
