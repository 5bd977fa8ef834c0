/** Activity sentences of SSH keys. */
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity-entry.ts";
import {
  asText,
  changedValue,
  type FeatureActivity,
  type SentenceContext,
  type TargetProps,
} from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = {
  describe: describeKeyActivity,
  detail: describeKeyDetail,
  targets: { credential: KeyLink },
  deletingActions: ["credentials.remove"],
};

function KeyLink({ workspace, target: { name } }: TargetProps) {
  return (
    <Link
      to="/$workspace/settings/credentials"
      params={{ workspace }}
      search={{ search: name, searchBy: "name" }}
    >
      {name}
    </Link>
  );
}

function describeKeyActivity({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "credentials.create":
      return (
        <Trans>
          {actor} added the SSH key {target}
        </Trans>
      );
    case "credentials.setDefault":
      return (
        <Trans>
          {actor} made {target} the default SSH key
        </Trans>
      );
    case "credentials.remove":
      return (
        <Trans>
          {actor} deleted the SSH key {target}
        </Trans>
      );
    default:
      return null;
  }
}

function describeKeyDetail(
  i18n: I18n,
  { action, changes }: Pick<Activity, "action" | "changes">,
): string | null {
  switch (action) {
    case "credentials.create":
      return asText(changedValue(changes, "fingerprintSha256"));
    case "credentials.remove":
      return asText(changedValue(changes, "fingerprintSha256", "from"));
    case "credentials.setDefault": {
      const previous = asText(changedValue(changes, "default", "from"));
      return previous === null ? null : i18n._(msg`Previously: ${previous}`);
    }
    default:
      return null;
  }
}
