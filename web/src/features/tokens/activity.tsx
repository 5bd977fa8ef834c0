/** Activity sentences of access tokens. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { scopeLabel } from "../../lib/features/label-registry.ts";
import {
  changedValue,
  type FeatureActivity,
  type SentenceContext,
} from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = {
  describe: describeTokenActivity,
  detail: (i18n, { action, changes }) => {
    const scopes = changedValue(changes, "scopes");
    if (action !== "tokens.create" || !Array.isArray(scopes)) return null;
    return scopes.map((scope) => scopeLabel(i18n, String(scope))).join(", ");
  },
};

function describeTokenActivity({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "tokens.create":
      return (
        <Trans>
          {actor} created the access token {target}
        </Trans>
      );
    case "tokens.rotate":
      return (
        <Trans>
          {actor} rotated the access token {target}
        </Trans>
      );
    case "tokens.remove":
    case "tokens.removeOwn":
      return (
        <Trans>
          {actor} revoked the access token {target}
        </Trans>
      );
    default:
      return null;
  }
}
