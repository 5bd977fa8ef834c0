import { expect, test } from "vitest";
import type { InstanceLog } from "#contracts/instances.ts";
import { commandProgress, groupByCommand, stepDurationSeconds } from "./group-commands.ts";

const step = (commandId: string, change: Partial<InstanceLog>): InstanceLog => ({
  id: crypto.randomUUID(),
  commandId,
  commandKind: "reboot",
  commandStatus: "running",
  step: "request",
  status: "complete",
  detail: null,
  startedAt: "2026-05-15T10:00:00Z",
  finishedAt: "2026-05-15T10:00:00Z",
  typicalSeconds: null,
  waitingSince: null,
  waitingReason: null,
  waitingForStaffSince: null,
  resolvedBy: null,
  note: null,
  requestedBy: "Ada",
  requestedByType: "user",
  requestedAt: "2026-05-15T10:00:00Z",
  ...change,
});

test("a command finishes with its last step", () => {
  const [order] = groupByCommand([
    step("a", {}),
    step("a", { step: "settle", finishedAt: "2026-05-15T10:07:00Z" }),
  ]);
  expect(order).toMatchObject({ outcome: "done", finishedAt: "2026-05-15T10:07:00Z" });
});

test("a failed step fails the command, an open step keeps it running", () => {
  const open = { status: "in_progress", finishedAt: null } as const;
  expect(groupByCommand([step("a", {}), step("a", { status: "failed" })])[0]?.outcome).toBe(
    "failed",
  );
  expect(groupByCommand([step("a", {}), step("a", open)])[0]).toMatchObject({
    outcome: "running",
    finishedAt: null,
  });
});

test("sorts commands by time, newest first, and by id for equal times", () => {
  const later = { requestedAt: "2026-05-15T11:00:00Z" };
  const orders = groupByCommand([step("a", {}), step("b", {}), step("0", later)]);
  expect(orders.map(({ id }) => id)).toEqual(["0", "b", "a"]);
});

test("measures a running step up to now", () => {
  const now = Date.parse("2026-05-15T10:01:12.900Z");
  expect(stepDurationSeconds(step("a", { finishedAt: null }), now)).toBe(72);
  expect(stepDurationSeconds(step("a", { startedAt: null, finishedAt: null }), now)).toBeNull();
});

test("the progress of a command is its time since the request and the typical time of all steps", () => {
  const now = Date.parse("2026-05-15T10:01:12.400Z");
  const open = { status: "in_progress", finishedAt: null } as const;
  const [running] = groupByCommand([
    step("a", { typicalSeconds: 10 }),
    step("a", { ...open, step: "settle", typicalSeconds: 230 }),
    step("a", { status: "pending", step: "ready", startedAt: null, typicalSeconds: null }),
  ]);
  if (running === undefined) throw new Error("no command");
  expect(commandProgress(running, now)).toMatchObject({
    elapsedSeconds: 72,
    typicalSeconds: 240,
    current: { step: "settle" },
  });
});

test("the typical time of a command is unknown when no step has one; its next step is the first pending one", () => {
  const [waiting] = groupByCommand([
    step("a", {}),
    step("a", { status: "pending", step: "settle", startedAt: null, finishedAt: null }),
  ]);
  if (waiting === undefined) throw new Error("no command");
  const before = Date.parse("2026-05-15T09:59:00Z");
  expect(commandProgress(waiting, before)).toMatchObject({
    elapsedSeconds: 0,
    typicalSeconds: null,
    current: { step: "settle" },
  });
});
