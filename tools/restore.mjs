import { runScript } from "./bootstrap.mjs";

await runScript("restore.ts");
