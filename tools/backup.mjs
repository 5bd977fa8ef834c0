import { handOver } from "./handover.mjs";

await handOver("backup.ts");
