/**
 * Creates an instance on the bare-metal item that its order reserved: turn the host off, install it from the network,
 * wait for its first boot. Billing starts with the last step. An item whose installation fails twice goes to
 * maintenance, and another available item of the product takes its place.
 */
import type { Tx } from "../../../core/db/db.ts";
import { startMetering } from "../../billing/metering.ts";
import { reserveBareMetalItems } from "../../catalogue/order-lookups.ts";
import {
  type BareMetalStep,
  type BareMetalStepContext,
  type CommandInstance,
  type CommandItem,
  done,
  failed,
  type StepOutcome,
  wait,
  waitAndSave,
} from "../../commands/command-definition.ts";
import { defineBareMetalCommand } from "../../commands/define-bare-metal-command.ts";
import {
  clearInstallation,
  setInstanceDisks,
  countFailedInstallation,
  setBareMetalAddress,
  setInstallationRequested,
  setItemInMaintenance,
  setItemInUse,
} from "../bare-metal-store.ts";
import { setActive, setCanceled } from "../provider-store.ts";
import { setInstanceStatus } from "../store.ts";
import { enqueueItemRelease } from "../enqueue-item-release.ts";
import { endUseOfItem } from "./end-of-use.ts";
import {
  findInstallGroupId,
  type InstallationResult,
  installationPollSeconds,
  readInstallation,
  startInstallation,
  turnOff,
} from "./installation.ts";

const maxInstallSeconds = 90 * 60;
export const maxInstallations = 2;
const noItem = failed("no_capacity", "no other item of the product is available");

const reserve: BareMetalStep = {
  name: "reserve",
  typicalSeconds: 1,
  deadlineSeconds: 600,
  run: async ({ bareMetal, instance, item }) => {
    if (item === null) return noItem;
    if (instance.installHostGroup === null)
      return failed("image_missing", "the region does not install this image on bare metal");
    if ((await bareMetal.provider.host(item.host)) === null)
      return replaceItem(instance, item, "the host does not exist");
    return done(async (tx, now) => {
      await setItemInUse(tx, instance, now);
      await setInstanceStatus(tx, instance, { status: "building", reason: null }, now);
    });
  },
  compensate: async ({ instance }) => done((tx, now) => endUseOfItem(tx, instance, now)),
};

const power: BareMetalStep = {
  name: "power",
  typicalSeconds: 10,
  deadlineSeconds: 900,
  run: async ({ bareMetal, item }) =>
    item === null ? noItem : ((await turnOff(bareMetal.provider, item)) ?? done()),
};

export const boot: BareMetalStep = {
  name: "boot",
  typicalSeconds: 10,
  deadlineSeconds: 900,
  run: async (context) => (context.item === null ? noItem : requestInstall(context, context.item)),
};

interface InstallOptions {
  /** Each item has installations of its own limit; this is the limit of all. */
  readonly deadlineSeconds: number;
  /** The outcome without an item. */
  readonly missing: StepOutcome;
  /** The outcome after the last failed installation. */
  readonly giveUp: (
    instance: CommandInstance,
    item: CommandItem,
    last: InstallationResult & { kind: "failed" },
  ) => StepOutcome;
}

/** Follows the installation of the item, and starts it again after a failure or on another item. */
export const installStep = ({
  deadlineSeconds,
  missing,
  giveUp,
}: InstallOptions): BareMetalStep => ({
  name: "install",
  typicalSeconds: 480,
  deadlineSeconds,
  run: async (context) => {
    const { bareMetal, instance, item, now } = context;
    if (item === null) return missing;
    if (item.installationRequestedAt === null) {
      const outcome = await requestInstall(context, item);
      return outcome.kind === "done"
        ? waitAndSave(installationPollSeconds, (tx, at) =>
            setInstallationRequested(tx, item.id, at),
          )
        : outcome;
    }
    const result = await readInstallation(bareMetal.provider, item, now, maxInstallSeconds);
    if (result.kind === "installed") {
      const disks = await bareMetal.provider.installedDisks(item.host);
      return done(async (tx, at) => {
        await setInstanceDisks(tx, instance, disks);
        await clearInstallation(tx, item.id, at);
      });
    }
    if (result.kind === "pending") return wait(installationPollSeconds);
    if (item.failedInstallations + 1 < maxInstallations)
      return waitAndSave(1, (tx, at) => countFailedInstallation(tx, item.id, at));
    return giveUp(instance, item, result);
  },
});

const install = installStep({
  deadlineSeconds: 12 * 3600,
  missing: noItem,
  giveUp: (instance, item, { message }) =>
    replaceItem(instance, item, `installation failed ${maxInstallations} times: ${message}`),
});

export const firstBoot: BareMetalStep = {
  name: "first_boot",
  typicalSeconds: 60,
  deadlineSeconds: 1800,
  run: async ({ bareMetal: { provider }, instance, item }) => {
    if (item === null) return noItem;
    const state = await provider.powerState(item.host);
    if (state === "off") await provider.setPower(item.host, "on");
    if (state !== "on") return wait(5);
    const host = await provider.host(item.host);
    if (host === null) return failed("provider_error", "the host does not exist");
    const { ip } = host;
    return ip === null ? wait(15) : done((tx) => setBareMetalAddress(tx, instance, ip));
  },
};

const ready: BareMetalStep = {
  name: "ready",
  typicalSeconds: null,
  deadlineSeconds: null,
  isLocal: true,
  run: async ({ instance }) =>
    done(async (tx, now) => {
      await setActive(tx, instance, now);
      await startMetering(tx, instance, now);
    }),
};

async function requestInstall(
  { bareMetal: { provider }, instance }: BareMetalStepContext,
  item: CommandItem,
): Promise<StepOutcome> {
  const { installHostGroup } = instance;
  if (installHostGroup === null)
    return failed("image_missing", "the region does not install this image on bare metal");
  return startInstallation(
    provider,
    item,
    findInstallGroupId(provider, installHostGroup, item).then((hostGroupId) => ({
      key: instance.id,
      hostGroupId,
      hostname: instance.hostname,
      sshKeys: instance.sshKeys,
      ...(instance.userData === null ? {} : { userData: instance.userData }),
      keptDisks: instance.keptDisks,
    })),
  );
}

/** The step continues with another item, or fails at the next turn because there is none. */
const replaceItem = (instance: CommandInstance, item: CommandItem, reason: string): StepOutcome =>
  waitAndSave(1, async (tx, now) => {
    await setItemInMaintenance(tx, item.id, reason, now);
    await useAnotherItem(tx, instance, now);
  });

async function useAnotherItem(tx: Tx, instance: CommandInstance, now: Date): Promise<void> {
  const { productId, regionHandle } = instance;
  if (await reserveBareMetalItems(tx, now, productId, regionHandle, [instance.id]))
    await setItemInUse(tx, instance, now);
}

export const createBareMetalCommand = defineBareMetalCommand({
  steps: [reserve, power, boot, install, firstBoot, ready],
  maxAttempts: 8,
  onFailure: (tx, { instance }, code, now) =>
    setInstanceStatus(tx, instance, { status: "error", reason: code }, now),
  onCancel: async (tx, { instance }, now) => {
    await setCanceled(tx, instance, now);
    await enqueueItemRelease(tx, now, instance);
  },
});
