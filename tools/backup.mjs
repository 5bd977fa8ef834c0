import { runScript } from "./bootstrap.mjs";

await runScript("backup.ts");
