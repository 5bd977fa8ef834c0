/**
 * Reinstalls an instance on its bare-metal item. Billing goes on. Another item would have another address, so after two
 * failed installations the instance is in error, and the customer can request it again.
 */
import { type BareMetalStep, done, failed } from "../../commands/command-definition.ts";
import { defineBareMetalCommand } from "../../commands/define-bare-metal-command.ts";
import { clearInstallation } from "../bare-metal-store.ts";
import { applyProviderState } from "../provider-state.ts";
import { setInstanceStatus } from "../store.ts";
import { boot, firstBoot, installStep, maxInstallations } from "./create-bare-metal.ts";
import { turnOff } from "./installation.ts";

const vanished = failed("vanished", "the instance has no item");

const power: BareMetalStep = {
  name: "power",
  typicalSeconds: 10,
  deadlineSeconds: 900,
  run: async ({ bareMetal, item }) => {
    if (item === null) return vanished;
    return (
      (await turnOff(bareMetal.provider, item)) ??
      done((tx, now) => clearInstallation(tx, item.id, now))
    );
  },
};

const install = installStep({
  deadlineSeconds: 4 * 3600,
  missing: vanished,
  giveUp: (_instance, _item, { code, message }) =>
    failed(code, `failed ${maxInstallations} times: ${message}`),
});

const ready: BareMetalStep = {
  name: "ready",
  typicalSeconds: null,
  deadlineSeconds: null,
  isLocal: true,
  run: async ({ instance }) =>
    done((tx, now) => applyProviderState(tx, instance, { status: "active", reason: null }, now)),
};

export const reinstallBareMetalCommand = defineBareMetalCommand({
  steps: [power, boot, install, firstBoot, ready],
  maxAttempts: 8,
  onFailure: (tx, { instance }, code, now) =>
    setInstanceStatus(tx, instance, { status: "error", reason: code }, now),
});
