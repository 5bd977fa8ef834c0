/** Changes the power state of an instance. If a command fails, the instance takes the state its provider reports. */
import { toInstanceState, applyProviderState } from "../provider-state.ts";
import { returnToStatusBefore } from "./return-to-status-before.ts";
import { ComputeError, type PowerAction } from "../../../ports/compute.ts";
import {
  type CommandDefinition,
  defineInstanceCommand,
  done,
  failed,
  pollIntervalSeconds,
  type InstanceStep,
  wait,
} from "../../commands/command-definition.ts";

const migrationInProgress = failed("moving", "the operator is moving the server");

function power(
  action: PowerAction,
  targetStatus: "active" | "stopped",
  typicalSeconds: number,
): CommandDefinition {
  const request: InstanceStep = {
    name: "request",
    typicalSeconds: 1,
    deadlineSeconds: 600,
    run: async ({ compute, instance }) => {
      if (instance.serverId === null) return failed("vanished", "the instance has no server");
      try {
        await compute.power(instance.serverId, action);
      } catch (error) {
        if (!(error instanceof ComputeError) || error.code !== "conflict") throw error;
        const view = await compute.server(instance.serverId);
        if (view?.state === "moving") return migrationInProgress;
        throw error;
      }
      return done(undefined, instance.serverId);
    },
    compensate: async ({ compute, instance }) => {
      const view = instance.serverId === null ? null : await compute.server(instance.serverId);
      const state = toInstanceState(view?.state ?? null, instance.status);
      return state === null
        ? wait(15)
        : done((tx, now) => applyProviderState(tx, instance, state, now));
    },
  };
  const settle: InstanceStep = {
    name: "settle",
    typicalSeconds,
    deadlineSeconds: 300,
    run: async ({ compute, instance, elapsedSeconds }) => {
      const view = instance.serverId === null ? null : await compute.server(instance.serverId);
      if (view === null) return failed("vanished", "the server is gone");
      // A migration may take hours, and the power change is not repeated after it.
      if (view.state === "moving") return migrationInProgress;
      if (view.state === "error")
        return failed("provider_error", view.fault?.message ?? "the server went into error");
      if (view.state !== targetStatus || view.taskState !== null)
        return wait(pollIntervalSeconds(elapsedSeconds));
      return done((tx, now) =>
        applyProviderState(tx, instance, { status: targetStatus, reason: null }, now),
      );
    },
  };
  return defineInstanceCommand({
    steps: [request, settle],
    maxAttempts: 8,
    onCancel: returnToStatusBefore,
  });
}

export const reboot = power("reboot", "active", 20);
export const hardReboot = power("hard_reboot", "active", 20);
export const powerOn = power("power_on", "active", 15);
export const powerOff = power("power_off", "stopped", 15);
