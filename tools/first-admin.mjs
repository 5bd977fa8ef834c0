import { runScript } from "./bootstrap.mjs";

await runScript("first-admin.ts");
