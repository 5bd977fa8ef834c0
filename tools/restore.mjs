import { handOver } from "./bootstrap.mjs";

await handOver("restore.ts");
