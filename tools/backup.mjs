import { handOver } from "./bootstrap.mjs";

await handOver("backup.ts");
