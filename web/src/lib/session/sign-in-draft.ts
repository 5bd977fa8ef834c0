/**
 * Values typed on one page of sign-in or sign-up, available on the next page, after Back and after a reload. They are
 * in the session storage of the tab until the user signs in. Passwords and codes are never stored.
 */
import { useEffect, useEffectEvent, useLayoutEffect } from "react";

interface Draft {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isOver18: boolean;
  readonly isTosAccepted: boolean;
  /** Whether the section that sets up two-factor authentication is open. Its secret is not kept. */
  readonly isProtecting: boolean;
}

const empty: Draft = {
  email: "",
  firstName: "",
  lastName: "",
  isOver18: false,
  isTosAccepted: false,
  isProtecting: false,
};

const draftKey = "sign-in-draft";

/** The draft's values in `text`; those that are not filled are undefined unless `keepEmpty` is set. */
function parseDraft(text: string, keepEmpty = false): Partial<Draft> {
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== "object" || stored === null) return {};
  const known = Object.entries(empty).flatMap(([name, none]) => {
    const value: unknown = Reflect.get(stored, name);
    return typeof value === typeof none && (keepEmpty || value !== none)
      ? [[name, value] as const]
      : [];
  });
  return Object.fromEntries(known);
}

const readDraft = () => parseDraft(sessionStorage.getItem(draftKey) ?? "{}");

export function updateDraft(values: Partial<Draft>): void {
  sessionStorage.setItem(draftKey, JSON.stringify({ ...readDraft(), ...values }));
}

export function clearDraft(): void {
  sessionStorage.removeItem(draftKey);
}

const pick = (values: Partial<Draft>, names: readonly (keyof Draft)[]): Partial<Draft> =>
  Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );

/** Fills a form with the values of the previous page, and stores its values on every change. */
export function useSignInDraft(
  values: Partial<Draft>,
  change: (values: Partial<Draft>) => void,
  names: readonly (keyof Draft)[],
): void {
  const fill = useEffectEvent(() => {
    const known = pick(readDraft(), names);
    if (Object.keys(known).length > 0) change(known);
  });
  // The server renders the form without them.
  useLayoutEffect(() => fill(), []);
  // Compared by content: a render after the sign-in must not store again what `clearDraft` has removed.
  const content = JSON.stringify(pick(values, names));
  useEffect(() => updateDraft(parseDraft(content, true)), [content]);
}
