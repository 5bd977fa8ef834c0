/** `boreal orders create` against a running server. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOrderContext } from "../../../api/src/testing/order-instances.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../api/src/testing/test-environment.ts";
import { createTokenClient } from "../../../api/src/testing/token-clients.ts";
import { Shell } from "../testing/shell.ts";

let testEnv: TestEnvironment;
let shell: Shell;
let env: Record<string, string>;
beforeAll(async () => {
  testEnv = await startTestEnvironment();
  const { owner, workspace } = await createOrderContext(testEnv, "acme");
  const { secret } = await createTokenClient(testEnv, owner, workspace, {
    scopes: ["instance.create", "instance.view", "credential.view"],
  });
  env = { BOREAL_URL: testEnv.url, BOREAL_TOKEN: secret };
  shell = new Shell((ms) => testEnv.advanceTime(ms / 1_000));
});
afterAll(async () => {
  shell[Symbol.dispose]();
  await testEnv.stop();
});

const web = {
  region: "lulea",
  product: "4 vCPU",
  image: "Ubuntu 24.04 LTS",
  hostnames: ["web-1", "web-2"],
  keys: ["laptop"],
};
const train = { ...web, region: "kajaani", product: "1 × H100 SXM", hostnames: ["train-1"] };
const run = async (lines: unknown, ...options: string[]) => {
  const file = join(shell.folder, "order.json");
  await writeFile(file, typeof lines === "string" ? lines : JSON.stringify(lines));
  return shell.run(["orders", "create", file, ...options], { env });
};

test("orders lines of different products from a file, and waits for their instances", async () => {
  const { code, out, err } = await run([web, train], "--wait");
  expect([code, err]).toMatchObject([
    0,
    expect.stringContaining(
      "2 × 4 vCPU in lulea, US$0.08 per hour each\n1 × 1 × H100 SXM in kajaani",
    ),
  ]);
  expect(out).toMatch(/\nweb-1 +active [^]*\nweb-2 +active [^]*\ntrain-1 +active /);
});

test("an order with a taken name creates none of its instances and names the line", async () => {
  const rejected = await run([{ ...train, hostnames: ["train-2"] }, web]);
  expect(rejected.code).toBe(1);
  expect(rejected.err).toContain("lines.1.hostname.0");
  const list = await shell.run(["instances", "list"], { env });
  expect(list.out).not.toContain("train-2");
});

test.each([
  ["{", "JSON"],
  [[], "The file must contain a list of lines"],
  [[web, { ...web, image: undefined }], "Line 2: image must be a text"],
  [[{ ...web, hostname: ["x"] }], 'Line 1: "hostname" is an unknown field'],
  [[{ ...web, hostnames: "x" }], "Line 1: hostnames must be a list of texts"],
  [["web"], "Line 1: not an object"],
])("the file %j is a usage error before anything is ordered", async (lines, message) => {
  const rejected = await run(lines);
  expect(rejected.code).toBe(2);
  expect(rejected.err).toContain(message);
});
