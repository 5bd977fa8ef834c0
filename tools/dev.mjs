import { handOver } from "./handover.mjs";

await handOver("dev.ts");
