/**
 * Erases the disks of a bare-metal item by an installation with the erasing host group, and certifies it to the
 * customer who used them. An item whose erasure fails goes to maintenance.
 */
import { createHash } from "node:crypto";
import type { ErasedDisk } from "../../../ports/bare-metal.ts";
import { done, failed, type ItemStep, wait } from "../../commands/command-definition.ts";
import { defineItemCommand } from "../../commands/define-bare-metal-command.ts";
import { publishInstanceChanged } from "../../commands/create-commands.ts";
import type { Tx } from "../../../core/db/db.ts";
import {
  completeErasure,
  failErasure,
  findErasedInstance,
  setItemErased,
  setItemInMaintenance,
} from "../bare-metal-store.ts";
import {
  findEraseGroupId,
  installationPollSeconds,
  readInstallation,
  startInstallation,
  turnOff,
} from "./installation.ts";

const maxEraseSeconds = 24 * 3600;
/** The installer uploads its facts at about the time at which it reports that it has finished. */
const maxReportSeconds = 600;

const power: ItemStep = {
  name: "power",
  typicalSeconds: 10,
  deadlineSeconds: 3600,
  run: async ({ bareMetal, item }) => (await turnOff(bareMetal.provider, item)) ?? done(),
};

const boot: ItemStep = {
  name: "boot",
  typicalSeconds: 10,
  deadlineSeconds: 3600,
  run: async ({ bareMetal: { provider, eraseHostGroup }, item }) =>
    startInstallation(
      provider,
      item,
      findEraseGroupId(provider, eraseHostGroup).then((hostGroupId) => ({
        // Not the id of the instance, whose use has ended.
        key: item.id,
        hostGroupId,
        hostname: "erase",
        sshKeys: [],
      })),
    ),
};

const erase: ItemStep = {
  name: "erase",
  typicalSeconds: 1800,
  deadlineSeconds: maxEraseSeconds + 3600,
  run: async ({ bareMetal: { provider, eraseHostGroup }, item, now }) => {
    const result = await readInstallation(provider, item, now, maxEraseSeconds);
    if (result.kind === "failed") return failed("erasure_failed", result.message);
    if (result.kind === "pending") return wait(installationPollSeconds);
    const host = await provider.host(item.host);
    if (host?.hostGroup?.name !== eraseHostGroup || host.key !== item.id)
      return failed("erasure_failed", "the host was installed with another host group");
    const report = await provider.eraseReport(item.host);
    const problem = findProblem(report, item.diskCount);
    if (problem === null)
      return done(async (tx, at) => {
        await completeErasure(tx, item.id, certify(report), at);
        await publishErasure(tx, item.id);
      });
    const installedAt = host.installedAt ?? now;
    const isComing =
      report.length < item.diskCount &&
      now.getTime() - installedAt.getTime() < maxReportSeconds * 1000;
    return isComing ? wait(installationPollSeconds) : failed("erasure_failed", problem);
  },
};

/** Why the item may not be sold; null when every disk is erased. */
function findProblem(report: readonly ErasedDisk[], diskCount: number): string | null {
  const left = report.filter(({ succeeded }) => !succeeded);
  if (left.length > 0)
    return `not erased: ${left.map(({ device, serial }) => `${device} ${serial}`.trim()).join(", ")}`;
  const serials = new Set(report.map(({ serial }) => serial));
  return serials.size < diskCount
    ? `${serials.size} of ${diskCount} disks were reported as erased`
    : null;
}

const certify = (report: readonly ErasedDisk[]) => ({
  disks: report
    .toSorted((one, other) => (one.device < other.device ? -1 : 1))
    .map(({ device, method, finishedAt }) => ({
      device,
      method,
      finishedAt: finishedAt.toISOString(),
    })),
  serialsSha256: hashSerials(report.map(({ serial }) => serial)),
});

/** SHA-256 of the serial numbers, sorted and joined by line feeds, in hexadecimal. */
export const hashSerials = (serials: readonly string[]): string =>
  createHash("sha256").update(serials.toSorted().join("\n")).digest("hex");

const release: ItemStep = {
  name: "release",
  typicalSeconds: null,
  deadlineSeconds: 3600,
  run: async ({ bareMetal, item }) => {
    await bareMetal.provider.release(item.host);
    return done((tx, now) => setItemErased(tx, item.id, now));
  },
};

async function publishErasure(tx: Tx, itemId: string): Promise<void> {
  const instance = await findErasedInstance(tx, itemId);
  if (instance !== null) await publishInstanceChanged(tx, instance);
}

export const eraseItemCommand = defineItemCommand({
  steps: [power, boot, erase, release],
  maxAttempts: 8,
  onFailure: async (tx, item, _code, now, { message }) => {
    await setItemInMaintenance(tx, item.id, `erasure: ${message}`, now);
    await failErasure(tx, item.id, now);
    await publishErasure(tx, item.id);
  },
});
