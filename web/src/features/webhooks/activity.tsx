/** Activity sentences of webhooks. */
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type {
  FeatureActivity,
  SentenceContext,
  TargetProps,
} from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = {
  describe: describeWebhookActivity,
  targets: { webhook_endpoint: WebhookLink },
  deletingActions: ["webhookEndpoints.remove"],
};

function WebhookLink({ workspace, target: { id, name } }: TargetProps) {
  return (
    <Link to="/$workspace/settings/webhooks/$webhookID" params={{ workspace, webhookID: id }}>
      {name}
    </Link>
  );
}

function describeWebhookActivity({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "webhookEndpoints.create":
      return (
        <Trans>
          {actor} created the webhook {target}
        </Trans>
      );
    case "webhookEndpoints.update":
      return (
        <Trans>
          {actor} changed the webhook {target}
        </Trans>
      );
    case "webhookEndpoints.rotateSecret":
      return (
        <Trans>
          {actor} replaced the secret of the webhook {target}
        </Trans>
      );
    case "webhookEndpoints.test":
      return (
        <Trans>
          {actor} sent a test event to the webhook {target}
        </Trans>
      );
    case "webhookEndpoints.replay":
      return (
        <Trans>
          {actor} sent an event again to the webhook {target}
        </Trans>
      );
    case "webhookEndpoints.remove":
      return (
        <Trans>
          {actor} deleted the webhook {target}
        </Trans>
      );
    default:
      return null;
  }
}
