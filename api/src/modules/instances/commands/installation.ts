/** Installs a bare-metal host: turn it off, prepare the installation, boot from the network, poll. */
import type { BareMetalProvider, InstallationRequest } from "../../../ports/bare-metal.ts";
import { ComputeError } from "../../../ports/compute.ts";
import {
  type CommandItem,
  done,
  type FailureCode,
  type StepOutcome,
  wait,
} from "../../commands/command-definition.ts";
import { setInstallationRequested } from "../bare-metal-store.ts";

/** Management controllers take seconds to act. */
const powerPollSeconds = 3;
export const installationPollSeconds = 15;
/** Between Boreal's clock and the provider's. */
const maxClockDifferenceMs = 10 * 60_000;

/** Null once the host is off; until then the step waits. */
export async function turnOff(
  provider: BareMetalProvider,
  { host }: CommandItem,
): Promise<StepOutcome | null> {
  const state = await provider.powerState(host);
  if (state === "off") return null;
  // An unknown state is read again: the controller did not respond in time.
  if (state === "on") await provider.setPower(host, "off");
  return wait(powerPollSeconds);
}

/** The id of the host group with this title. Throws a rejection if it does not exist. */
async function findHostGroupId(provider: BareMetalProvider, title: string): Promise<string> {
  const group = (await provider.hostGroups()).find((candidate) => candidate.title === title);
  if (group === undefined)
    throw ComputeError.rejected("image_missing", `the host group ${title} does not exist`);
  return group.hostGroupId;
}

/**
 * The host group that installs an image on an item: the one with the item's name below the image's own, or else the
 * image's own.
 */
export async function findInstallGroupId(
  provider: BareMetalProvider,
  imageTitle: string,
  { hostGroup }: CommandItem,
): Promise<string> {
  const groups = await provider.hostGroups();
  const byTitle = (title: string) => groups.find((group) => group.title === title)?.hostGroupId;
  return (
    (hostGroup === "" ? undefined : byTitle(`${imageTitle}/${hostGroup}`)) ??
    byTitle(imageTitle) ??
    (await findHostGroupId(provider, imageTitle))
  );
}

export const findEraseGroupId = findHostGroupId;

/**
 * Starts an installation and saves when. A repetition starts it again, which is safe: nothing that the customer has
 * seen is on the host yet.
 */
export async function startInstallation(
  provider: BareMetalProvider,
  item: CommandItem,
  request: Promise<InstallationRequest>,
): Promise<StepOutcome> {
  const requested = await request;
  const isOn = await turnOff(provider, item);
  if (isOn !== null) return isOn;
  await provider.requestInstallation(item.host, requested);
  await provider.bootFromNetwork(item.host);
  await provider.setPower(item.host, "on");
  return done((tx, now) => setInstallationRequested(tx, item.id, now), item.host);
}

export type InstallationResult =
  | { readonly kind: "installed" }
  | { readonly kind: "pending" }
  | { readonly kind: "failed"; readonly code: FailureCode; readonly message: string };

/** Reads how the installation of the item goes. `maxSeconds`: after this time it counts as failed. */
export async function readInstallation(
  provider: BareMetalProvider,
  item: CommandItem,
  now: Date,
  maxSeconds: number,
): Promise<InstallationResult> {
  const host = await provider.host(item.host);
  if (host === null)
    return { kind: "failed", code: "provider_error", message: "the host does not exist" };
  const requestedAt = item.installationRequestedAt ?? now;
  switch (host.installation) {
    case "installed":
      // A pending installation that operators cancel also reads as installed.
      return host.installedAt !== null &&
        host.installedAt.getTime() >= requestedAt.getTime() - maxClockDifferenceMs
        ? { kind: "installed" }
        : {
            kind: "failed",
            code: "installation_failed",
            message: "the installation was canceled at the provider",
          };
    case "failed":
      return {
        kind: "failed",
        code: "installation_failed",
        message: "the installer reported an error",
      };
    case "token_expired":
      return {
        kind: "failed",
        code: "install_window_expired",
        message: "the host did not fetch its installer in time",
      };
    case "pending":
    case "unknown": {
      const seconds = (now.getTime() - requestedAt.getTime()) / 1000;
      return seconds < maxSeconds
        ? { kind: "pending" }
        : {
            kind: "failed",
            code: "timed_out",
            message: `the installation took longer than ${maxSeconds} s`,
          };
    }
  }
}
