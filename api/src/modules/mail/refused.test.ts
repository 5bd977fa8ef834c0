/**
 * Rejections of the mail server with the real logger: the log has task, job and reason, but no content of the email.
 */
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { locales } from "#contracts/locale.ts";
import { createLogger } from "../../core/lib/logger.ts";
import { runDueJobs } from "../../core/jobs/worker.ts";
import type { Mailer } from "../../ports/mailer.ts";
import { createSmtpMailer } from "../../providers/smtp/smtp-mailer.ts";
import { mailValues } from "../../testing/mail-values.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { mailDeliveryJob } from "./jobs.ts";
import { mailTemplates } from "./mail-templates.ts";
import { bindJobs } from "../../core/jobs/recurring-jobs.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

const token = "canaryTOKEN_7f3a-9bc2d4e6f8a1b3c5d7e9f0a2b4c6d8e0f";
const freezeToken = "canaryFREEZE_1a2b-3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9";
const recipient = "ada.canary@northwind.test";
const code = "402917";
const email = "other.canary@northwind.test";
const values = {
  ...mailValues(),
  link: `https://console.boreal.test/auth/reset-password/${token}`,
  freezeLink: `https://console.boreal.test/auth/freeze#${freezeToken}`,
  code,
  email,
  firstName: "Canaryname",
};
const secrets = [token, freezeToken, recipient, email, code, "Canaryname"];

let smtpServer: SMTPServer;
let sender: Mailer;
/** The server rejects the recipient with its address, or the data with the whole text. */
let rejectAt: "recipient" | "data" | "silence";
beforeEach(async () => {
  const problem = (message: string) => Object.assign(new Error(message), { responseCode: 550 });
  smtpServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) =>
      rejectAt === "recipient"
        ? done(problem(`5.1.1 <${address}>: Recipient address rejected: ${address} is unknown`))
        : done(),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const text = Buffer.concat(chunks)
          .toString("utf8")
          .replaceAll("=\r\n", "")
          .replaceAll(/\s+/g, " ");
        const quoted = [token, freezeToken, code].filter((secret) => text.includes(secret));
        const links = quoted.map((secret) => `https://console.boreal.test/auth/${secret}`);
        const to = session.envelope.rcptTo[0]?.address;
        done(problem(`5.7.1 blocked for ${to}: contains ${quoted.join(" ")} ${links.join(" ")}`));
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const server = smtpServer.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  smtpServer.on("error", () => undefined);
  sender = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: "Boreal <console@boreal.test>",
  });
});
afterEach(async () => {
  sender.close();
  await new Promise<void>((resolve) => smtpServer.close(() => resolve()));
});

const templates = Object.keys(mailTemplates);

test.for(["recipient", "data"] as const)(
  "emails of every kind rejected at the %s leave no email address, link or code in the log",
  { timeout: 60_000 },
  async (stage) => {
    rejectAt = stage;
    const lines: string[] = [];
    const logger = createLogger("trace", { write: (line) => lines.push(line) });
    // One attempt each, because a retry would become due while the others still fail.
    for (const template of templates)
      for (const locale of locales)
        await env.db.owner.query(
          "SELECT graphile_worker.add_job('mail.send', $1::json, max_attempts => 1)",
          [JSON.stringify({ to: recipient, template, locale, values })],
        );
    const tasks = {
      ...env.worker.tasks,
      ...bindJobs([mailDeliveryJob], { ...env.worker, mail: sender }),
    };
    await runDueJobs({ ...env.worker, logger, tasks });

    const count = templates.length * locales.length;
    const failures = lines.map((line): unknown => JSON.parse(line));
    expect(failures).toHaveLength(count);
    for (const failure of failures)
      expect(failure).toMatchObject({
        task: "mail.send",
        jobId: expect.stringMatching(/^\d+$/),
        attempt: 1,
        err: { message: expect.stringMatching(/^The email was not accepted .*550/) },
      });
    for (const secret of secrets) expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    const stored = await env.db.owner.query<{ last_error: string }>(
      "SELECT last_error FROM graphile_worker.jobs WHERE last_error IS NOT NULL",
    );
    expect(stored.rows).toHaveLength(count);
    for (const { last_error } of stored.rows)
      for (const secret of secrets) expect(last_error).not.toContain(secret);
    await env.db.owner.query(
      "SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs",
    );
  },
);

test("a payload that does not match its task's schema is not logged", async () => {
  const lines: string[] = [];
  await env.db.owner.query("SELECT graphile_worker.add_job('mail.send', $1::json)", [
    JSON.stringify({ to: recipient, template: "no-such", values }),
  ]);
  await runDueJobs({
    ...env.worker,
    logger: createLogger("trace", { write: (line) => lines.push(line) }),
  });
  expect(lines).toHaveLength(1);
  for (const secret of secrets) expect(lines[0]).not.toContain(secret);
  await env.db.owner.query(
    "SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs",
  );
});
