/** Sentences of what is done with access tokens. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Tale } from "./sentence.tsx";

export function tellOfTokens({ deed, who, what }: Tale): ReactNode | null {
  switch (deed.action) {
    case "tokens.create":
      return (
        <Trans>
          {who} created the access token {what}
        </Trans>
      );
    case "tokens.rotate":
      return (
        <Trans>
          {who} rotated the access token {what}
        </Trans>
      );
    case "tokens.remove":
    case "tokens.removeOwn":
      return (
        <Trans>
          {who} revoked the access token {what}
        </Trans>
      );
    default:
      return null;
  }
}
