/**
 * What was typed on one page of signing in and up is there on the next, and after Back. In memory
 * alone: a reload forgets it, and a password never leaves this tab but in its call.
 */
import { useEffect } from "react";

interface Draft {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Of the sign-in page; the one to sign up with is another. */
  readonly password: string;
  readonly newPassword: string;
  readonly isOver18: boolean;
  readonly isTosAccepted: boolean;
  /** The secret of the second factor, and the code made from it. */
  readonly otpSecret: string;
  readonly otpToken: string;
}

const empty: Draft = {
  email: "",
  firstName: "",
  lastName: "",
  password: "",
  newPassword: "",
  isOver18: false,
  isTosAccepted: false,
  otpSecret: "",
  otpToken: "",
};

let draft = empty;

export const getDraft = (): Draft => draft;

export function updateDraft(values: Partial<Draft>): void {
  draft = { ...draft, ...values };
}

/** Keeps what a form holds, with every change of it. */
export function usePersistDraft<V extends object>(
  values: V,
  stored: (values: V) => Partial<Draft>,
): void {
  useEffect(() => {
    updateDraft(stored(values));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- which values are kept never changes
  }, [values]);
}

/** A call has taken the secrets: they are not needed again. */
export function clearDraftSecrets(): void {
  updateDraft({ password: "", newPassword: "", otpSecret: "", otpToken: "" });
}

export function clearDraft(): void {
  draft = empty;
}

const chapters = ["register", "verify", "login", "request-reset", "do-reset"] as const;
export type Chapter = (typeof chapters)[number];

/** The two ways through the chapters; both end with signing in. */
const flows = {
  join: ["register", "verify", "login"],
  reset: ["request-reset", "do-reset", "login"],
} as const satisfies Record<string, readonly Chapter[]>;

let currentFlow: keyof typeof flows = "join";

/** The chapters around this one: signing in is the end of the way one came. */
export function chaptersOfFlow(chapter: Chapter): readonly Chapter[] {
  if (chapter !== "login")
    currentFlow = chapter === "register" || chapter === "verify" ? "join" : "reset";
  return flows[currentFlow];
}
