import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { openedToken } from "../../lib/mail-token.ts";
import { ProblemError } from "../../lib/problem.ts";
import { wordProblem } from "../../lib/wording.ts";
import { buttonClass } from "../../ui/button.tsx";

/** The token of the page's link, which is in its address no more. */
export const useMailToken = (): string =>
  useLocation({ select: ({ state }) => state.token }) ?? openedToken;

export type LinkOutcome<T> =
  | { readonly kind: "done"; readonly answer: T }
  /** It was spent before. */
  | { readonly kind: "used" }
  | { readonly kind: "expired" }
  | { readonly kind: "failed"; readonly words: string };

/** What a refusal says about the link itself; null where it says nothing. */
export function linkEnd(error: unknown): "used" | "expired" | null {
  if (!(error instanceof ProblemError)) return null;
  if (error.code === "token_action_executed") return "used";
  return error.code === "token_action_expired" ? "expired" : null;
}

/** Opening a link spends nothing, since mail scanners open it too; pressing does. */
export function useMailLink<T>(spend: () => Promise<T>) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<LinkOutcome<T> | null>(null);
  const press = async () => {
    setBusy(true);
    try {
      setOutcome({ kind: "done", answer: await spend() });
    } catch (error) {
      const kind = linkEnd(error);
      setOutcome(kind === null ? { kind: "failed", words: wordProblem(i18n, error) } : { kind });
    } finally {
      setBusy(false);
    }
  };
  return { busy, outcome, press: () => void press() };
}

export const ToSignIn = ({ children }: { children?: ReactNode }) => (
  <Link to="/auth/login" className={buttonClass("primary", true)}>
    {children ?? <Trans>Sign in</Trans>}
  </Link>
);
