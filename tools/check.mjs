import { runScript } from "./bootstrap.mjs";

await runScript("check.ts");
