/**
 * Reinstalls an instance on its bare-metal item. Billing goes on. Another item would have another address, so after two
 * failed installations the instance is in error, and the customer can request it again.
 */
import {
  type BareMetalStep,
  done,
  failed,
  wait,
  waitAndSave,
} from "../../commands/command-definition.ts";
import { defineBareMetalCommand } from "../../commands/define-bare-metal-command.ts";
import {
  clearInstallation,
  countFailedInstallation,
  setInstallationRequested,
} from "../bare-metal-store.ts";
import { applyProviderState } from "../provider-state.ts";
import { setInstanceStatus } from "../store.ts";
import {
  boot,
  firstBoot,
  maxInstallations,
  maxInstallSeconds,
  requestInstall,
} from "./create-bare-metal.ts";
import { installationPollSeconds, readInstallation, turnOff } from "./installation.ts";

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

const install: BareMetalStep = {
  name: "install",
  typicalSeconds: 480,
  deadlineSeconds: 4 * 3600,
  run: async (context) => {
    const { bareMetal, item, now } = context;
    if (item === null) return vanished;
    if (item.installationRequestedAt === null) {
      const outcome = await requestInstall(context, item);
      return outcome.kind === "done"
        ? waitAndSave(installationPollSeconds, (tx, at) =>
            setInstallationRequested(tx, item.id, at),
          )
        : outcome;
    }
    const result = await readInstallation(bareMetal.provider, item, now, maxInstallSeconds);
    if (result.kind === "installed") return done((tx, at) => clearInstallation(tx, item.id, at));
    if (result.kind === "pending") return wait(installationPollSeconds);
    if (item.failedInstallations + 1 < maxInstallations)
      return waitAndSave(1, (tx, at) => countFailedInstallation(tx, item.id, at));
    return failed(result.code, `failed ${maxInstallations} times: ${result.message}`);
  },
};

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
