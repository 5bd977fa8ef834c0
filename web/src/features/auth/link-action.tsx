import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { tokenPlaceholder } from "./link-token.ts";
import { usePageEntry } from "../../lib/browser/page-entry.ts";
import { ProblemError } from "../../lib/api/problem-error.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { buttonClass } from "../../ui/button.tsx";

/** The action token of the link, which was removed from the URL. */
export const useLinkToken = (): string => usePageEntry().state.token ?? tokenPlaceholder;

export type LinkOutcome<T> =
  | { readonly kind: "done"; readonly response: T }
  /** The token was consumed before. */
  | { readonly kind: "used" }
  | { readonly kind: "expired" }
  | { readonly kind: "failed"; readonly message: string };

/** The state of the link according to the problem; null when the problem is not about the link. */
export function linkErrorKind(error: unknown): "used" | "expired" | null {
  if (!(error instanceof ProblemError)) return null;
  if (error.code === "token_action_executed") return "used";
  return error.code === "token_action_expired" ? "expired" : null;
}

/**
 * A confirmation button for an email link. Opening the page does not consume the token, because mail scanners open
 * links too.
 */
export function useLinkAction<T>(consume: () => Promise<T>) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<LinkOutcome<T> | null>(null);
  const press = async () => {
    setBusy(true);
    try {
      setOutcome({ kind: "done", response: await consume() });
    } catch (error) {
      const kind = linkErrorKind(error);
      setOutcome(
        kind === null ? { kind: "failed", message: problemMessage(i18n, error) } : { kind },
      );
    } finally {
      setBusy(false);
    }
  };
  return { busy, outcome, press: () => void press() };
}

export const SignInLink = ({ children }: { children?: ReactNode }) => (
  <a href="/auth/login" className={buttonClass("primary", true)}>
    {children ?? <Trans>Sign in</Trans>}
  </a>
);
