import { handOver } from "./handover.mjs";

await handOver("restore.ts");
