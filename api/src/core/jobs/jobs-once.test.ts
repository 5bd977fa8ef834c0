import { expect, test } from "vitest";
import { JobsOnce } from "./jobs-once.ts";

const job = { id: "1", revision: 0 };

test("a second run joins a running job, and a finished job does not run again", async () => {
  const jobs = new JobsOnce();
  const mayEnd = Promise.withResolvers<undefined>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    await mayEnd.promise;
  };
  const both = [jobs.run(job, work), jobs.run(job, work)];
  mayEnd.resolve(undefined);
  await Promise.all(both);
  await jobs.run(job, work);
  expect(runs).toBe(1);
  await jobs.run({ ...job, revision: 1 }, work);
  expect(runs).toBe(2);
});

test("a failed job runs again", async () => {
  const jobs = new JobsOnce();
  await expect(jobs.run(job, () => Promise.reject(new Error("rejected")))).rejects.toThrow();
  let runs = 0;
  await jobs.run(job, async () => {
    runs += 1;
  });
  expect(runs).toBe(1);
});

test("a long job is still tracked after a thousand others", async () => {
  const jobs = new JobsOnce();
  const mayEnd = Promise.withResolvers<undefined>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    await mayEnd.promise;
  };
  const long = jobs.run(job, work);
  for (let id = 2; id < 1_100; id += 1)
    await jobs.run({ id: String(id), revision: 0 }, async () => undefined);
  const joined = jobs.run(job, work);
  mayEnd.resolve(undefined);
  await Promise.all([long, joined]);
  expect(runs).toBe(1);
});
