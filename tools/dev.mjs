import { handOver } from "./bootstrap.mjs";

await handOver("dev.ts");
