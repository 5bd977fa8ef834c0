import { handOver } from "./bootstrap.mjs";

await handOver("check.ts");
