/** A mail server that responds later than the takeover limit receives an email once. */
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { enqueue } from "../../core/jobs/jobs.ts";
import { startWorker } from "../../core/jobs/worker.ts";
import { takeOverDead } from "../../core/jobs/worker-liveness.ts";
import { createSmtpMailer } from "../../providers/smtp/smtp-mailer.ts";
import { startTestEnvironment } from "../../testing/test-environment.ts";
import { bindJobs } from "../../core/jobs/recurring-jobs.ts";
import { mailDeliveryJob } from "./jobs.ts";
import { mailDelivery } from "./send-mail.ts";

const limits = { beatEveryMs: 40, deadAfterMs: 300, stuckAfterMs: 600_000 };
const patience = { timeout: 15_000, interval: 20 };

test("an email that the server accepts slowly arrives once", async () => {
  const env = await startTestEnvironment();
  onTestFinished(() => env.stop());
  const mayAnswer = Promise.withResolvers<undefined>();
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, _session, done) => {
      stream.resume();
      stream.once("end", () => {
        received += 1;
        void mayAnswer.promise.then(() => done());
      });
    },
  });
  server.on("error", () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const mail = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: "Boreal <console@boreal.test>",
  });
  onTestFinished(() => mail.close());
  const start = async () => {
    const worker = await startWorker({
      ...env.worker,
      limits,
      tasks: { ...env.worker.tasks, ...bindJobs([mailDeliveryJob], { ...env.worker, mail }) },
    });
    onTestFinished(async () => {
      mayAnswer.resolve(undefined);
      await worker.stop();
    });
  };
  // The second worker would take over the job if the first one counted as dead.
  await Promise.all([start(), start()]);
  await env.db.withTenant((tx) =>
    enqueue(tx, env.clock.now(), mailDelivery, {
      to: "ada@northwind.test",
      template: "sign-in-code",
      locale: "en",
      values: { firstName: "Ada", code: "402917" },
    }),
  );
  const lockAgeMs = async () => {
    const { rows } = await env.db.owner.query<{ age: number }>(
      "SELECT extract(epoch FROM clock_timestamp() - locked_at)::float * 1000 AS age FROM graphile_worker.jobs WHERE locked_at IS NOT NULL",
    );
    return rows[0]?.age ?? 0;
  };
  await expect.poll(lockAgeMs, patience).toBeGreaterThan(3 * limits.deadAfterMs);
  expect(await takeOverDead(env.db, limits)).toBe(0);
  mayAnswer.resolve(undefined);
  const left = async () => (await env.db.owner.query("SELECT FROM graphile_worker.jobs")).rowCount;
  await expect.poll(left, patience).toBe(0);
  expect(received).toBe(1);
});
