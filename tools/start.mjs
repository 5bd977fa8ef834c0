import { handOver } from "./handover.mjs";

await handOver("start.ts");
