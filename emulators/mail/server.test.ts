import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock } from "#api/core/lib/clock.ts";
import { type MailReceiver, startMailReceiver } from "./server.ts";

let folder: string;
let receiver: MailReceiver;

async function start(): Promise<MailReceiver> {
  return startMailReceiver({
    smtpPort: 0,
    httpPort: 0,
    host: "127.0.0.1",
    storePath: join(folder, "mails.json"),
    clock: new ManualClock("2026-11-27T12:00:00Z"),
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "boreal-mail-test-"));
  receiver = await start();
});

afterEach(async () => {
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function send(subject: string, to = "ada@example.test", text = "Good day"): Promise<void> {
  const transport = createTransport(receiver.smtpUrl);
  await transport.sendMail({ from: "Boreal <no-reply@example.test>", to, subject, text });
  transport.close();
}

async function read(path: string): Promise<{ status: number; body: string; headers: Headers }> {
  const response = await fetch(new URL(path, receiver.inboxUrl));
  return { status: response.status, body: await response.text(), headers: response.headers };
}

test("receives an email by SMTP and extracts its links", async () => {
  const transport = createTransport(receiver.smtpUrl);
  await transport.sendMail({
    from: "Boreal <no-reply@example.test>",
    to: "ada@example.test",
    bcc: "copy@example.test",
    subject: "Grüße: verify your address",
    text: "Open https://console.example.test/verify?token=a&b=1.",
    html: '<p><a href="https://console.example.test/verify?token=a&amp;b=1">Verify</a> or <a href="https://example.test/help">get help</a></p>',
  });
  transport.close();

  expect(receiver.messages()).toMatchObject([
    {
      from: "no-reply@example.test",
      to: ["ada@example.test", "copy@example.test"],
      subject: "Grüße: verify your address",
      receivedAt: "2026-11-27T12:00:00.000Z",
      links: ["https://console.example.test/verify?token=a&b=1", "https://example.test/help"],
    },
  ]);
});

test("waitFor resolves with the newest matching email or with the next one", async () => {
  const pending = receiver.waitFor((mail) => mail.to.includes("grace@example.test"));
  await send("For Ada");
  await send("For Grace", "grace@example.test");
  expect((await pending).subject).toBe("For Grace");

  await send("For Ada again");
  expect((await receiver.waitFor((mail) => mail.subject.startsWith("For Ada"))).subject).toBe(
    "For Ada again",
  );
  await expect(receiver.waitFor(() => false, 1)).rejects.toThrow(/For Ada again/);
});

test("rejects deliveries with the configured code and stores nothing", async () => {
  receiver.fail(451);
  await expect(send("Later")).rejects.toMatchObject({ responseCode: 451 });
  receiver.fail(550);
  await expect(send("Never")).rejects.toMatchObject({ responseCode: 550 });
  expect(receiver.messages()).toEqual([]);

  receiver.fail(null);
  await send("Now");
  expect(receiver.messages()).toHaveLength(1);
});

test("the inbox escapes the text of an email and links its URLs", async () => {
  await send(
    "<b>Bold</b>",
    "ada@example.test",
    "<script>alert(1)</script>\nhttps://example.test/a?b=1&c=2.",
  );
  const list = await read("/");
  expect(list.status).toBe(200);
  expect(list.body).toContain("&lt;b&gt;Bold&lt;/b&gt;");
  expect(list.headers.get("content-security-policy")).toContain("default-src 'none'");

  const mail = await read("/mails/1");
  expect(mail.body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(mail.body).toContain('<a href="https://example.test/a?b=1&amp;c=2" rel="noreferrer">');
  expect(JSON.parse((await read("/messages.json")).body)).toMatchObject([{ id: 1 }]);
  const toAda = await read("/messages.json?to=ada@example.test");
  expect(JSON.parse(toAda.body)).toMatchObject([{ id: 1 }]);
  expect(JSON.parse((await read("/messages.json?to=a@example.test")).body)).toEqual([]);
  expect((await read("/mails/2")).status).toBe(404);
});

test("emails survive a restart; cleared emails do not return", async () => {
  await send("First");
  await receiver.stop();
  receiver = await start();
  expect(receiver.messages().map((mail) => mail.subject)).toEqual(["First"]);

  receiver.clear();
  await receiver.stop();
  receiver = await start();
  expect(receiver.messages()).toEqual([]);
});

test("stores the last 500 emails", async () => {
  const transport = createTransport({ url: receiver.smtpUrl, pool: true, maxMessages: 1_000 });
  for (let number = 1; number <= 503; number++) {
    await transport.sendMail({
      from: "a@example.test",
      to: "b@example.test",
      subject: `${number}`,
    });
  }
  transport.close();
  const stored = receiver.messages();
  expect(stored).toHaveLength(500);
  expect([stored.at(0)?.subject, stored.at(-1)?.subject]).toEqual(["4", "503"]);
});
