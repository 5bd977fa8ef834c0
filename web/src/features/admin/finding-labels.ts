/** Labels and explanations of findings. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Finding, FindingKind } from "#contracts/infrastructure.ts";
import { instanceStatuses } from "#contracts/instance-states.ts";
import { formatInteger, type LocaleSettings } from "../../lib/i18n/format.ts";
import { causeLabel, commandLabel, statusLabel } from "../instances/shared/instance-labels.ts";

const kinds: Readonly<Record<FindingKind, MessageDescriptor>> = {
  instance_gone: msg`Instance gone`,
  instance_changed: msg`Instance changed`,
  foreign_server: msg`Foreign server`,
  orphan_server: msg`Orphaned server`,
  orphan_port: msg`Orphaned port`,
  orphan_address: msg`Orphaned IP address`,
  orphan_volume: msg`Orphaned volume`,
  flavor_missing: msg`Flavor missing`,
  flavor_differs: msg`Flavor differs`,
  image_missing: msg`Image missing`,
  image_ambiguous: msg`Image ambiguous`,
  gpus_oversold: msg`GPUs oversold`,
  host_down: msg`Host down`,
  command_stuck: msg`Operation stuck`,
  region_unreachable: msg`Region not responding`,
  clock_differs: msg`Clock differs`,
};

export const findingLabel = (i18n: I18n, kind: FindingKind): string => i18n._(kinds[kind]);

const comparedLabels: Readonly<Record<string, MessageDescriptor>> = {
  vcpus: msg`vCPUs`,
  memoryMb: msg`MB of memory`,
  diskGb: msg`GB of disk`,
};

/** A state such as `active moving`: a status, and a code of its reason, which says more. */
function stateLabel(i18n: I18n, state: string | undefined): string {
  const [statusCode = "", reason] = (state ?? "").split(" ");
  const status = instanceStatuses.find((known) => known === statusCode);
  return (
    causeLabel(i18n, reason ?? null) ??
    (status === undefined ? statusCode : statusLabel(i18n, status))
  );
}

/** What was found, in one sentence without a full stop. */
export function findingText(
  i18n: I18n,
  { kind, detail }: Finding,
  localeSettings: LocaleSettings,
): string {
  const { name = "", compared = "" } = detail;
  const figure = (value: number | undefined) => formatInteger(value ?? 0, localeSettings);
  const actual = figure(detail.actual);
  const expected = figure(detail.expected);
  switch (kind) {
    case "instance_gone":
      return i18n._(msg`Its server no longer exists at the provider. It isn't billed`);
    case "instance_changed": {
      const from = stateLabel(i18n, detail.from);
      const to = stateLabel(i18n, detail.to);
      return i18n._(msg`${from} → ${to}, without an operation of ours`);
    }
    case "foreign_server":
      return i18n._(msg`Boreal didn't create it`);
    case "orphan_server":
    case "orphan_port":
    case "orphan_address":
    case "orphan_volume":
      return i18n._(msg`Has our label, but no instance uses it. It isn't deleted automatically`);
    case "flavor_missing":
      return i18n._(msg`${name} can't be ordered in this region`);
    case "flavor_differs": {
      const label = comparedLabels[compared];
      const unit = label === undefined ? compared : i18n._(label);
      return i18n._(msg`${name} is sold with ${expected} ${unit}, the flavor has ${actual}`);
    }
    case "image_missing":
      return i18n._(msg`The region has no active image of this name`);
    case "image_ambiguous":
      return i18n._(msg`The region has ${actual} images of this name, so it's not offered`);
    case "gpus_oversold":
      return i18n._(msg`${actual} GPUs are in use, ${expected} are installed`);
    case "host_down":
      return i18n._(msg`Doesn't report to the cloud. Servers on it: ${actual}`);
    case "command_stuck": {
      const command = commandLabel(i18n, name, "running");
      return i18n._(msg`${command}: no progress`);
    }
    case "region_unreachable":
      return i18n._(msg`Operations wait until it responds`);
    case "clock_differs":
      return (detail.actual ?? 0) > 0
        ? i18n._(msg`The provider's clock is ${actual} s ahead of ours`)
        : i18n._(msg`The provider's clock is ${figure(-(detail.actual ?? 0))} s behind ours`);
  }
}

/** The action at the provider that explains a change; null if there is none. */
export function actionText(i18n: I18n, { detail }: Finding): string | null {
  const { action, actionUser = "–", actionRequest = "–" } = detail;
  return action === undefined
    ? null
    : i18n._(
        msg`Action at the provider: ${action}, account ${actionUser}, request ${actionRequest}`,
      );
}
