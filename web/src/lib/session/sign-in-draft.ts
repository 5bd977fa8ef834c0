/**
 * Values typed on one page of sign-in or sign-up, available on the next page and after Back. They are kept in memory
 * only: a reload clears them, and a password leaves this tab only in its request.
 */
import { useEffect } from "react";

interface Draft {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Password of the sign-in page; the sign-up page has its own. */
  readonly password: string;
  readonly newPassword: string;
  readonly isOver18: boolean;
  readonly isTosAccepted: boolean;
  /** TOTP secret of the second factor, and the code made from it. */
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

/** Stores the values of a form on every change. */
export function usePersistDraft<V extends object>(
  values: V,
  stored: (values: V) => Partial<Draft>,
): void {
  useEffect(() => {
    updateDraft(stored(values));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the set of stored values never changes
  }, [values]);
}

/** Deletes the secrets after a request has used them. */
export function clearDraftSecrets(): void {
  updateDraft({ password: "", newPassword: "", otpSecret: "", otpToken: "" });
}

export function clearDraft(): void {
  draft = empty;
}
