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
  type FeatureActivity,
  type SentenceContext,
  type TargetProps,
} from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = {
  describe: describeInstanceActivity,
  detail: (i18n, { action, changes }) =>
    action === "instances.order" ? orderDetail(i18n, changes) : null,
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
    case "instances.terminate":
      return (
        <Trans>
          {actor} terminated {target}
        </Trans>
      );
    case "instances.ready":
      return <Trans>{target} is ready</Trans>;
    case "instances.failed":
      return <Trans>{target} couldn't be created</Trans>;
    case "instances.reset":
      return describeInstanceAction(context);
    default:
      return null;
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

function orderDetail(i18n: I18n, changes: Activity["changes"]): string | null {
  const product = asText(changedValue(changes, "product"));
  const rate = changedValue(changes, "rateMicrosPerHour");
  const quantity = changedValue(changes, "quantity");
  if (product === null || typeof rate !== "number") return product;
  const price = formatHourlyRate(rate);
  return typeof quantity === "number" && quantity > 1
    ? i18n._(msg`${quantity} × ${product}, ${price}/hour each`)
    : i18n._(msg`${product}, ${price}/hour`);
}
