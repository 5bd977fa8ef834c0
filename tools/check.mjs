import { handOver } from "./handover.mjs";

await handOver("check.ts");
