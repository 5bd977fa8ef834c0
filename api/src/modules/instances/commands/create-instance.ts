/**
 * Creates an instance: network port, floating IP, server, then waits until the server is active. Billing
 * starts with the last step.
 */
import { withdrawCapacity, withdrawFlavor } from "../../catalogue/order-lookups.ts";
import {
  clearNetwork,
  releaseReservation,
  setActive,
  setCanceled,
  setFloatingIp,
  setPort,
  setServerId,
} from "../provider-store.ts";
import { setInstanceStatus } from "../store.ts";
import { startMetering } from "../../billing/metering.ts";
import {
  type CommandInstance,
  defineInstanceCommand,
  done,
  failed,
  pollIntervalSeconds,
  type InstanceStep,
  wait,
} from "../../commands/command-definition.ts";

const reserve: InstanceStep = {
  name: "reserve",
  typicalSeconds: 1,
  deadlineSeconds: 600,
  run: async ({ compute, instance }) => {
    if (instance.providerImageId === null)
      return failed("image_missing", "the region has no such image");
    const missing = await compute.findMissing({
      flavor: instance.flavor,
      image: instance.providerImageId,
    });
    if (missing === null) {
      return done((tx, now) =>
        setInstanceStatus(tx, instance, { status: "building", reason: null }, now),
      );
    }
    return failed(missing.code, missing.message);
  },
};

const labels = ({ id, workspaceId }: CommandInstance) => ({ key: id, owner: workspaceId });

const network: InstanceStep = {
  name: "network",
  typicalSeconds: 1,
  deadlineSeconds: 600,
  run: async ({ compute, instance }) => {
    const port = await compute.ensurePort(labels(instance));
    return done((tx) => setPort(tx, instance, port));
  },
  // Also deletes the floating IP, and a server whose creation response was lost.
  compensate: async ({ compute, instance }) => {
    await compute.deleteByKey(instance.id);
    return done((tx) => clearNetwork(tx, instance));
  },
};

const floatingIp: InstanceStep = {
  name: "address",
  typicalSeconds: 1,
  deadlineSeconds: 600,
  run: async ({ compute, instance }) => {
    // Ensures the port again instead of using a stored id: a deleted port is recreated.
    const { portId } = await compute.ensurePort(labels(instance));
    const floating = await compute.ensureFloatingIp({ ...labels(instance), portId });
    return done((tx) => setFloatingIp(tx, instance, { portId, ...floating }));
  },
};

const server: InstanceStep = {
  name: "server",
  typicalSeconds: 2,
  deadlineSeconds: 600,
  run: async ({ compute, instance }) => {
    if (instance.providerImageId === null)
      return failed("image_missing", "the region has no such image any more");
    if (instance.portId === null)
      return failed("internal", "an instance needs its network port first");
    const { serverId } = await compute.ensureServer({
      ...labels(instance),
      hostname: instance.hostname,
      flavor: instance.flavor,
      image: instance.providerImageId,
      portId: instance.portId,
      sshKeys: [...instance.sshKeys],
      bootDiskGb: instance.bootDiskGb,
      ...(instance.userData === null ? {} : { userData: instance.userData }),
    });
    return done((tx) => setServerId(tx, instance, serverId), serverId);
  },
  compensate: async ({ compute, instance, elapsedSeconds }) => {
    const existing = await compute.findServer({ key: instance.id });
    if (existing !== null) {
      await compute.removeServer(existing.serverId);
      return wait(pollIntervalSeconds(elapsedSeconds));
    }
    return done((tx) => setServerId(tx, instance, null));
  },
};

const install: InstanceStep = {
  name: "install",
  typicalSeconds: 60,
  deadlineSeconds: 1800,
  run: async ({ compute, instance, elapsedSeconds }) => {
    const view = instance.serverId === null ? null : await compute.server(instance.serverId);
    if (view === null) return failed("provider_error", "the server vanished while it was built");
    if (view.state === "error")
      return failed(
        view.fault?.code ?? "provider_error",
        view.fault?.message ?? "the build failed without a message",
      );
    if (view.state !== "active") return wait(pollIntervalSeconds(elapsedSeconds));
    if (view.volumeIds.length > 0)
      await compute.markVolumes({ ...labels(instance), volumeIds: view.volumeIds });
    if (instance.portId !== null)
      await compute.removeSurplus({
        key: instance.id,
        serverId: view.serverId,
        portId: instance.portId,
        addressId: instance.addressId,
      });
    return done();
  },
};

const ready: InstanceStep = {
  name: "ready",
  typicalSeconds: null,
  deadlineSeconds: null,
  run: async ({ instance }) =>
    done(async (tx, now) => {
      await setActive(tx, instance, now);
      await startMetering(tx, instance, now);
    }),
};

export const createInstanceCommand = defineInstanceCommand({
  steps: [reserve, network, floatingIp, server, install, ready],
  maxAttempts: 8,
  onFailure: async (tx, instance, code, now) => {
    // Withdraws the product in this region, so that it cannot be ordered again.
    if (code === "flavor_missing") await withdrawFlavor(tx, instance.flavor, instance.regionHandle);
    // Everyone sees it as sold out at once, not with the next sync.
    if (code === "no_capacity" || code === "quota")
      await withdrawCapacity(tx, instance.flavor, instance.regionHandle, now);
    await setInstanceStatus(tx, instance, { status: "error", reason: code }, now);
  },
  onCancel: async (tx, { instance }, now) => {
    await releaseReservation(tx, instance);
    await setCanceled(tx, instance, now);
  },
});
