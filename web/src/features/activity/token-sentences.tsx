/** Activity sentences of access tokens. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { SentenceContext } from "./shared/activity-sentence.tsx";

export function describeTokenActivity({
  activity,
  actor,
  target,
}: SentenceContext): ReactNode | null {
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
