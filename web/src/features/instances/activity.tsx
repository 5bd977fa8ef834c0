/** Activity sentences of instances. */
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity-entry.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import {
  asText,
  changedValue,
  type DisplayNames,
  type FeatureActivity,
  type SentenceContext,
  type TargetProps,
} from "../activity/shared/feature-activity.ts";
import { causeLabel } from "./shared/instance-labels.ts";

export const activity: FeatureActivity = {
  describe: describeInstanceActivity,
  detail: describeInstanceDetail,
  targets: { instance: InstanceLink },
};

function InstanceLink({ workspace, target: { id, name } }: TargetProps) {
  return (
    <Link to="/$workspace/instances/$instanceID" params={{ workspace, instanceID: id }}>
      {name}
    </Link>
  );
}

function describeInstanceActivity(context: SentenceContext): ReactNode | null {
  const { activity, actor, target } = context;
  switch (activity.action) {
    case "instances.order":
      return (
        <Trans>
          {actor} created {target}
        </Trans>
      );
    case "adminInstances.remove":
    case "instances.terminate":
      return activity.changes?.some(({ field }) => field === "undoUntil") === true ? (
        <Trans>
          {actor} permanently deleted {target}
        </Trans>
      ) : (
        <Trans>
          {actor} terminated {target}
        </Trans>
      );
    case "instances.reinstall":
      return (
        <Trans>
          {actor} reinstalled {target}
        </Trans>
      );
    case "instanceConsole.open":
      return (
        <Trans>
          {actor} opened the console of {target}
        </Trans>
      );
    case "instances.update":
      return describeUpdate(context);
    case "instances.ready":
      return <Trans>{target} is ready</Trans>;
    case "instances.failed":
      return describeFailedCommand(context);
    case "instances.reset":
    case "adminInstances.reset":
      return describeInstanceAction(context);
    case "instances.restore":
      return (
        <Trans>
          {actor} undid the termination of {target}
        </Trans>
      );
    case "instances.cancelCommand":
      return (
        <Trans>
          {actor} canceled an operation of {target}
        </Trans>
      );
    case "adminInstances.completeLog":
      return (
        <Trans>
          {actor} completed a step of {target}
        </Trans>
      );
    case "adminInstances.retryLog":
      return (
        <Trans>
          {actor} retried a step of {target}
        </Trans>
      );
    case "adminInstances.failLog":
      return (
        <Trans>
          {actor} stopped an operation of {target}
        </Trans>
      );
    default:
      return null;
  }
}

function describeUpdate({ activity: { changes = [] }, actor, target }: SentenceContext): ReactNode {
  const isRenamed = changes.some(({ field }) => field === "displayName");
  switch (changes.find(({ field }) => field === "deleteProtection")?.to) {
    case true:
      return (
        <Trans>
          {actor} turned on delete protection of {target}
        </Trans>
      );
    case false:
      return (
        <Trans>
          {actor} turned off delete protection of {target}
        </Trans>
      );
    default:
      return isRenamed ? (
        <Trans>
          {actor} changed the display name of {target}
        </Trans>
      ) : (
        <Trans>
          {actor} updated {target}
        </Trans>
      );
  }
}

function describeInstanceAction({
  activity: { changes = [] },
  actor,
  target,
}: SentenceContext): ReactNode {
  switch (changes.find(({ field }) => field === "action")?.to) {
    case "reboot":
      return (
        <Trans>
          {actor} rebooted {target}
        </Trans>
      );
    case "hard_reboot":
      return (
        <Trans>
          {actor} force-rebooted {target}
        </Trans>
      );
    case "power_on":
      return (
        <Trans>
          {actor} powered on {target}
        </Trans>
      );
    case "power_off":
      return (
        <Trans>
          {actor} powered off {target}
        </Trans>
      );
    default:
      return (
        <Trans>
          {actor} changed the power state of {target}
        </Trans>
      );
  }
}

/** The only changed field is the kind of the command, with the code of the cause. */
function describeFailedCommand({ activity: { changes = [] }, target }: SentenceContext): ReactNode {
  switch (changes[0]?.field) {
    case "reboot":
    case "hard_reboot":
      return <Trans>{target} couldn't be rebooted</Trans>;
    case "power_on":
      return <Trans>{target} couldn't be powered on</Trans>;
    case "power_off":
      return <Trans>{target} couldn't be powered off</Trans>;
    case "terminate":
    case "keep":
    case "purge":
      return <Trans>{target} couldn't be terminated</Trans>;
    case "restore":
      return <Trans>The termination of {target} couldn't be undone</Trans>;
    default:
      return <Trans>{target} couldn't be created</Trans>;
  }
}

function describeInstanceDetail(
  i18n: I18n,
  { action, changes }: Pick<Activity, "action" | "changes">,
  names: DisplayNames,
): string | null {
  if (action === "instances.order") return orderDetail(i18n, changes, names);
  if (action === "instances.failed") return causeLabel(i18n, asText(changes[0]?.to));
  return action === "adminInstances.completeLog" ||
    action === "adminInstances.failLog" ||
    action === "adminInstances.retryLog" ||
    action === "adminInstances.reset"
    ? asText(changedValue(changes, "note"))
    : null;
}

function orderDetail(i18n: I18n, changes: Activity["changes"], names: DisplayNames): string | null {
  const product = asText(changedValue(changes, "product"));
  const handle = asText(changedValue(changes, "region"));
  const rate = changedValue(changes, "rateMicrosPerHour");
  const quantity = changedValue(changes, "quantity");
  if (product === null || handle === null || typeof rate !== "number") return product;
  const [region, price] = [names.region(handle), formatHourlyRate(rate)];
  const areSeveral = typeof quantity === "number" && quantity > 1;
  if (region === null)
    return areSeveral
      ? i18n._(msg`${quantity} instances of ${product}, ${price}/hour each`)
      : i18n._(msg`${product}, ${price}/hour`);
  return areSeveral
    ? i18n._(msg`${quantity} instances of ${product} in ${region}, ${price}/hour each`)
    : i18n._(msg`${product} in ${region}, ${price}/hour`);
}
