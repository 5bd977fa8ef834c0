import { handOver } from "./handover.mjs";

await handOver("test.ts");
