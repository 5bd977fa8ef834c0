/** The erase certificate of a bare-metal instance, as JSON and as a document. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { EraseCertificate } from "#contracts/erase-certificate.ts";
import { sql } from "../../core/db/db.ts";
import { addItems, orderMetal } from "../../testing/bare-metal.ts";
import { createOrderContext, getInstance } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let context: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment();
  context = await createOrderContext(env);
  Object.assign(env.foreman.state.timings, { installMs: 60_000, eraseMs: 120_000 });
});
afterAll(() => env.stop());

const path = (instance: string) => ({ workspace: context.workspace.handle, instance });
const view = (id: string) => getInstance(context.owner.client, context.workspace, id);
const certificate = (id: string, client = context.owner.client) =>
  client.call(api.eraseCertificates.view, { path: path(id) });
const document = async (id: string) => {
  const response = await context.owner.client.call(api.eraseCertificates.document, {
    path: path(id),
  });
  return { status: response.status, headers: response.headers, text: String(response.json) };
};

async function runAndTerminate(host: string, hostname: string) {
  await addItems(env, host);
  const { id } = await orderMetal(context.owner.client, { ...context, hostname: [hostname] });
  await env.advanceTime(120, 10);
  expect((await view(id)).status).toBe("active");
  await context.owner.client.call(api.instances.terminate, { path: path(id) });
  await env.advanceTime(30, 10);
  return id;
}

test("N16: the instance shows the erasure in progress; afterwards the certificate lists every disk and the hash of the serial numbers", async () => {
  const id = await runAndTerminate("certified.test", "metal-1");
  const requestedAt = (await view(id)).erasure?.requestedAt;
  expect((await view(id)).erasure).toEqual({
    status: "in_progress",
    requestedAt: expect.any(String),
    finishedAt: null,
  });
  expect((await certificate(id)).status).toBe(404);
  expect((await document(id)).status).toBe(404);
  await env.advanceTime(300, 10);
  expect((await view(id)).erasure).toMatchObject({ status: "complete", requestedAt });
  const { data } = await certificate(id);
  expect(EraseCertificate.parse(data)).toMatchObject({
    instance: { id, hostname: "metal-1" },
    product: "2 × EPYC 9654 bare metal",
    region: "Luleå",
    requestedAt,
    disks: [
      { device: "nvme0n1", method: "nvme_sanitize" },
      { device: "nvme1n1", method: "nvme_sanitize" },
    ],
  });
  const serial = env.foreman.state.find("certified.test")?.serial;
  const serials = `${serial}-1\n${serial}-2`;
  expect(data.serialsSha256).toBe(createHash("sha256").update(serials).digest("hex"));
  expect(JSON.stringify(data)).not.toContain(serial);

  const file = await document(id);
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toContain("text/html");
  expect(file.headers.get("content-disposition")).toBe(
    'attachment; filename="erase-certificate-metal-1.html"',
  );
  expect(file.text).toContain("Erase certificate");
  expect(file.text).toContain(data.serialsSha256);
  expect((await document(id)).text).toBe(file.text);
});

test("the document is in the language of the user, and has no text of the installer as markup", async () => {
  const id = await runAndTerminate("marked.test", "metal-2");
  await env.advanceTime(300, 10);
  await env.db.withSystemRole("a test", async (tx) => {
    await tx.execute(
      sql`UPDATE disk_erasure SET disks = jsonb_set(disks, '{0,method}', '"<b>x</b>"') WHERE instance_id = ${id}`,
    );
    await tx.execute(sql`UPDATE user_account SET locale = 'de' WHERE id = ${context.owner.id}`);
  });
  const { text } = await document(id);
  expect(text).toContain('<html lang="de">');
  expect(text).toContain("Löschzertifikat");
  expect(text).toContain("&lt;b&gt;x&lt;/b&gt;");
  expect(text).not.toContain("<b>");
});

test("a failed erasure is shown as such and has no certificate", async () => {
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE bare_metal_item SET state = 'retired' WHERE state = 'available'`),
  );
  const id = await runAndTerminate("erase-fails.test", "metal-3");
  await env.advanceTime(300, 10);
  expect((await view(id)).erasure).toMatchObject({
    status: "failed",
    finishedAt: expect.any(String),
  });
  expect((await certificate(id)).status).toBe(404);
});

test("another workspace gets no certificate", async () => {
  const other = await createOrderContext(env, "south");
  const id = await runAndTerminate("private.test", "metal-4");
  await env.advanceTime(300, 10);
  expect((await certificate(id)).status).toBe(200);
  expect((await certificate(id, other.owner.client)).status).toBe(403);
  const response = await other.owner.client.call(api.eraseCertificates.view, {
    path: { workspace: "south", instance: id },
  });
  expect(response.status).toBe(404);
});
