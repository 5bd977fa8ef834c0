/**
 * Terminates an instance so that it can be undone for a time: the server is stopped and kept with its disk and its
 * addresses. `restore` starts it again, and `purge` deletes it for good. docs/decisions/0040-undo-of-terminations.md
 */
import { startMetering } from "../../billing/metering.ts";
import {
  defineInstanceCommand,
  done,
  failed,
  type InstanceStep,
  pollIntervalSeconds,
  wait,
} from "../../commands/command-definition.ts";
import type { ComputeServer } from "../../../ports/compute.ts";
import { enqueueUndoEnd } from "../enqueue-undo-end.ts";
import { endUndo, setTerminated } from "../provider-store.ts";
import { setInstanceStatus } from "../store.ts";
import { terminateInstanceCommand } from "./terminate-instance.ts";

/** The server is between two states, or its operators work on it. */
const isInTransition = ({ state, taskState }: ComputeServer): boolean =>
  taskState !== null || !["active", "stopped", "error"].includes(state);

const stop: InstanceStep = {
  name: "stop",
  typicalSeconds: 15,
  // Billing has stopped, so the command must not fail.
  deadlineSeconds: null,
  retriesForever: true,
  run: async ({ compute, instance, elapsedSeconds }) => {
    const view = instance.serverId === null ? null : await compute.server(instance.serverId);
    // Nothing is left to return to: what remains at the provider is deleted at once.
    if (view === null)
      return done(async (tx, now) => {
        await endUndo(tx, instance, now);
        await enqueueUndoEnd(tx, now, instance, now);
      });
    if (view.taskState === null && view.state === "stopped") return done(undefined, view.serverId);
    if (!isInTransition(view)) await compute.power(view.serverId, "power_off");
    return wait(
      pollIntervalSeconds(elapsedSeconds),
      view.state === "moving" ? "moving" : undefined,
    );
  },
};

const kept: InstanceStep = {
  name: "kept",
  typicalSeconds: null,
  deadlineSeconds: null,
  run: async ({ instance }) => done((tx, now) => setTerminated(tx, instance, now)),
};

/** Its `before` is the status that the undo returns to. */
export const keepInstanceCommand = defineInstanceCommand({
  steps: [stop, kept],
  maxAttempts: 1_000_000,
});

const start: InstanceStep = {
  name: "start",
  typicalSeconds: 15,
  deadlineSeconds: 1800,
  run: async ({ compute, instance, statusBefore, elapsedSeconds }) => {
    const view = instance.serverId === null ? null : await compute.server(instance.serverId);
    if (view === null) return failed("vanished", "the kept server is gone");
    const target = statusBefore === "stopped" ? "stopped" : "active";
    if (view.taskState === null && view.state === target) return done(undefined, view.serverId);
    if (view.taskState === null && view.state === "error")
      return failed("provider_error", view.fault?.message ?? "the server went into error");
    if (!isInTransition(view))
      await compute.power(view.serverId, target === "active" ? "power_on" : "power_off");
    return wait(
      pollIntervalSeconds(elapsedSeconds),
      view.state === "moving" ? "moving" : undefined,
    );
  },
};

const ready: InstanceStep = {
  name: "ready",
  typicalSeconds: null,
  deadlineSeconds: null,
  run: async ({ instance, statusBefore }) =>
    done(async (tx, now) => {
      const status = statusBefore === "stopped" ? "stopped" : "active";
      await setInstanceStatus(tx, instance, { status, reason: null }, now);
      await startMetering(tx, instance, now);
    }),
};

/** Its `before` is the status that the instance returns to. It is billed again from its last step on. */
export const restoreInstanceCommand = defineInstanceCommand({
  steps: [start, ready],
  maxAttempts: 8,
  onFailure: (tx, instance, code, now) =>
    setInstanceStatus(tx, instance, { status: "error", reason: code }, now),
});

/** Deletes a kept instance for good. */
export const purgeInstanceCommand = terminateInstanceCommand;
