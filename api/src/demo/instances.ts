/** Instances of the demo, with the time since they were ordered. */
import type { ResetAction } from "#contracts/instance-states.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export interface DemoInstance {
  hostname: string;
  product: string;
  region: string;
  image: string;
  project: string;
  orderedAgoMs: number;
  by?: string;
  then?: { agoMs: number; action: ResetAction | "terminate" };
  /** Left unfinished, so that its build can be watched. */
  unfinished?: true;
}

export const demoInstances: readonly DemoInstance[] = [
  {
    hostname: "prototype",
    product: "1 × L40S",
    region: "keflavik",
    image: "Ubuntu 24.04",
    project: "Assistant",
    orderedAgoMs: 69 * dayMs,
    then: { agoMs: 36 * dayMs, action: "terminate" },
  },
  {
    hostname: "infer-a",
    product: "1 × L40S",
    region: "keflavik",
    image: "Ubuntu 24.04",
    project: "Assistant",
    orderedAgoMs: 21 * dayMs + 2 * hourMs,
  },
  {
    hostname: "infer-b",
    product: "1 × L40S",
    region: "keflavik",
    image: "Ubuntu 24.04",
    project: "Assistant",
    orderedAgoMs: 21 * dayMs + hourMs,
  },
  {
    hostname: "api-1",
    product: "4 vCPU",
    region: "lulea",
    image: "Debian 13",
    project: "Assistant",
    orderedAgoMs: 20 * dayMs,
    by: "member@demo.test",
  },
  {
    hostname: "bench-old",
    product: "1 × A100",
    region: "lulea",
    image: "Ubuntu 22.04",
    project: "Vision",
    orderedAgoMs: 14 * dayMs,
    then: { agoMs: 12 * dayMs, action: "terminate" },
  },
  {
    hostname: "train-01",
    product: "8 × H100",
    region: "lulea",
    image: "Ubuntu 24.04",
    project: "Vision",
    orderedAgoMs: 6 * dayMs + 4 * hourMs,
  },
  {
    hostname: "batch-07",
    product: "2 × A100",
    region: "lulea",
    image: "Rocky Linux 9",
    project: "Assistant",
    orderedAgoMs: 3 * dayMs,
    then: { agoMs: 5 * hourMs, action: "power_off" },
  },
  {
    hostname: "notebook-1",
    product: "8 vCPU",
    region: "kajaani",
    image: "Fedora 43",
    project: "Assistant",
    orderedAgoMs: 2 * dayMs,
    by: "member@demo.test",
  },
  {
    hostname: "render-no-capacity",
    product: "4 × L40S",
    region: "keflavik",
    image: "Ubuntu 24.04",
    project: "Vision",
    orderedAgoMs: 40 * minuteMs,
  },
  {
    hostname: "train-02-slow-build",
    product: "2 × H100",
    region: "lulea",
    image: "Ubuntu 24.04",
    project: "Vision",
    orderedAgoMs: minuteMs,
    unfinished: true,
  },
];
