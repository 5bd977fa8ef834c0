/** `boreal orders create` against a running server. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOrderContext } from "../../../api/src/testing/order-instances.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../api/src/testing/test-environment.ts";
import { sql } from "../../../api/src/core/db/db.ts";
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

test("user data of a line is sent with it, and an encoded one is named", async () => {
  const script = "#!/bin/sh\necho 'Grüße'\n";
  const { code } = await run([{ ...web, hostnames: ["scripted"], userData: script }]);
  expect(code).toBe(0);
  const encoded = Buffer.from(script).toString("base64");
  const rejected = await run([{ ...web, hostnames: ["encoded"], userData: encoded }]);
  expect([rejected.code, rejected.err]).toEqual([1, expect.stringContaining("This is Base64")]);
});

test("a sold-out product is replaced by an alternative, which is named with its price", async () => {
  const setStock = (available: number) =>
    testEnv.db.withSystemRole("a test sells out", (tx) =>
      tx.execute(sql`UPDATE product_stock s SET available = ${available} FROM product p
        WHERE p.id = s.product_id AND p.name = '4 vCPU' AND s.region_handle = 'lulea'`),
    );
  await setStock(0);
  const create = (name: string, ...options: string[]) =>
    shell.run(
      ["instances", "create", name, "--region", "lulea", "--product", "4 vCPU", ...options],
      { env },
    );
  const image = ["--image", "Ubuntu 24.04 LTS", "--key", "laptop"];
  const taken = await create("other-1", ...image, "--else", "4 vCPU@kajaani");
  expect([taken.code, taken.err]).toEqual([
    0,
    expect.stringContaining("Took alternative 1: 4 vCPU in kajaani, US$0.08 per hour each"),
  ]);
  const capped = await create("other-2", ...image, "--else", "4 vCPU@kajaani", "--at-most", "0.05");
  expect([capped.code, capped.err]).toEqual([
    1,
    expect.stringContaining("more than the order accepts"),
  ]);
  const line = { ...web, hostnames: ["other-3"], alternatives: ["4 vCPU@kajaani"], atMost: "0.08" };
  expect((await run([line])).err).toContain("Took alternative 1");
  const wrong = await create("other-4", ...image, "--else", "4 vCPU");
  expect([wrong.code, wrong.err]).toEqual([
    2,
    expect.stringContaining("An alternative must be a product and a region"),
  ]);
  await setStock(50);
});

test("an order waits in the queue, is listed and canceled by its hostname", async () => {
  const add = (...options: string[]) =>
    shell.run(
      ["queue", "add", "patient-1", "--region", "lulea", "--product", "4 vCPU", ...options],
      {
        env,
      },
    );
  const image = ["--image", "Ubuntu 24.04 LTS", "--key", "laptop"];
  await testEnv.db.withSystemRole("a test sells out", (tx) =>
    tx.execute(
      sql`UPDATE product_stock SET available = 0, rejected_until = ${new Date("2030-01-01")}`,
    ),
  );
  const added = await add(
    ...image,
    "--or",
    "2 vCPU@kajaani",
    "--at-most",
    "0.5",
    "--until",
    "2026-05-20",
  );
  expect([added.code, added.err]).toEqual([0, expect.any(String)]);
  expect(added.out).toMatch(/Status +waiting \(stock\)/);
  const list = await shell.run(["queue", "list"], { env });
  expect(list.out).toMatch(
    /patient-1 +waiting \(stock\) +1 +4 vCPU in lulea, else 2 vCPU in kajaani +US\$0\.50\/hour/,
  );
  const canceled = await shell.run(["queue", "cancel", "patient-1"], { env });
  expect([canceled.code, canceled.out]).toEqual([
    0,
    "The waiting order of patient-1 is canceled\n",
  ]);
  expect((await shell.run(["queue", "cancel", "patient-1"], { env })).code).not.toBe(0);
  const after = await shell.run(["queue", "list"], { env });
  expect(`${after.out}${after.err}`).toContain("No waiting orders");
  for (const [options, message] of [
    [["--until", "tomorrow"], "--until must be a day or a time"],
    [["--until", "2026-05-20", "--at-most", "cheap"], "--at-most must be an amount"],
    [["--until", "2026-05-20", "--or", "4 vCPU"], "--or must be a product and a region"],
  ] as const) {
    const rejected = await add(...image, ...options);
    expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining(message)]);
  }
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
