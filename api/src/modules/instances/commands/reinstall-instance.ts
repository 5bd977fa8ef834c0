/**
 * Reinstalls a virtual machine: the cloud rebuilds its server from the image, with the same name, ports and addresses.
 * Billing goes on. A failed one cannot be compensated, because the disk is overwritten; it can be requested again.
 */
import { ComputeError } from "../../../ports/compute.ts";
import {
  defineInstanceCommand,
  done,
  failed,
  type InstanceStep,
  pollIntervalSeconds,
  wait,
} from "../../commands/command-definition.ts";
import { applyProviderState } from "../provider-state.ts";
import { setInstanceStatus } from "../store.ts";

const vanished = failed("vanished", "the server is gone");

const request: InstanceStep = {
  name: "request",
  typicalSeconds: 2,
  deadlineSeconds: 600,
  run: async ({ compute, instance }) => {
    const { serverId, providerImageId: image, sshKeys, userData } = instance;
    if (serverId === null) return vanished;
    if (image === null) return failed("image_missing", "the region has no such image any more");
    try {
      await compute.rebuildServer(serverId, {
        image,
        sshKeys: [...sshKeys],
        ...(userData === null ? {} : { userData }),
      });
    } catch (error) {
      if (!(error instanceof ComputeError) || error.code !== "conflict") throw error;
      const view = await compute.server(serverId);
      if (view?.state === "moving") return failed("moving", "the operator is moving the server");
      throw error;
    }
    return done(undefined, serverId);
  },
};

const install: InstanceStep = {
  name: "install",
  typicalSeconds: 60,
  deadlineSeconds: 1800,
  run: async ({ compute, instance, elapsedSeconds }) => {
    const view = instance.serverId === null ? null : await compute.server(instance.serverId);
    if (view === null) return vanished;
    if (view.state === "error")
      return failed(
        view.fault?.code ?? "provider_error",
        view.fault?.message ?? "the rebuild failed without a message",
      );
    if (view.taskState !== null) return wait(pollIntervalSeconds(elapsedSeconds));
    if (view.state === "active") return done();
    // The server was off before, and the cloud leaves it off.
    if (view.state === "stopped") await compute.power(view.serverId, "power_on");
    return wait(pollIntervalSeconds(elapsedSeconds));
  },
};

const ready: InstanceStep = {
  name: "ready",
  typicalSeconds: null,
  deadlineSeconds: null,
  isLocal: true,
  run: async ({ instance }) =>
    done((tx, now) => applyProviderState(tx, instance, { status: "active", reason: null }, now)),
};

export const reinstallInstanceCommand = defineInstanceCommand({
  steps: [request, install, ready],
  maxAttempts: 8,
  onFailure: (tx, instance, code, now) =>
    setInstanceStatus(tx, instance, { status: "error", reason: code }, now),
});
