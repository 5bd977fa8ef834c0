/**
 * Typed text that was not sent yet. It is kept in this tab's session, so that a reload for a new release
 * does not lose it; never a secret, and never longer than the person is signed in.
 */
import { useEffect } from "react";

const prefix = "unsent:";

/** Never stored, wherever it was typed: private keys and access tokens. */
const secret = /PRIVATE KEY-----|gcw_/;

interface Unsent {
  readonly isKept: boolean;
}
const unsent = new Map<symbol, Unsent>();

/** Whether a form on this page holds typed text. */
export const isAnythingUnsent = (): boolean => unsent.size > 0;

/** Whether all typed text on this page survives a reload. */
export const keepsEverythingUnsent = (): boolean =>
  [...unsent.values()].every(({ isKept }) => isKept);

export interface KeptForm<V> {
  readonly values: V;
  /** Of the request: sent again after the reload it still counts once. */
  readonly idempotencyKey: string;
}

/** The same fields with the same types: what an earlier release kept may have another form. */
function hasShapeOf<V extends object>(value: unknown, shape: V): value is V {
  if (typeof value !== "object" || value === null) return false;
  const known = Object.entries(shape);
  if (Object.keys(value).some((name) => !known.some(([other]) => other === name))) return false;
  return known.every(([name, expected]) => {
    const found: unknown = Reflect.get(value, name);
    // An empty choice is null or absent, a made one is not.
    if (expected === null || expected === undefined || found === null) return true;
    return typeof found === typeof expected && Array.isArray(found) === Array.isArray(expected);
  });
}

/** What was typed before a reload; null where nothing was, or where it does not fit the form any more. */
export function readKeptForm<V extends object>(key: string | null, shape: V): KeptForm<V> | null {
  const text = key === null ? null : sessionStorage.getItem(prefix + key);
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null) return null;
    const values: unknown = Reflect.get(stored, "values");
    const idempotencyKey: unknown = Reflect.get(stored, "idempotencyKey");
    return typeof idempotencyKey === "string" && hasShapeOf(values, shape)
      ? { values, idempotencyKey }
      : null;
  } catch {
    return null; // Not written by this console.
  }
}

function write(key: string, form: KeptForm<object>): boolean {
  const text = JSON.stringify(form);
  if (secret.test(text)) {
    sessionStorage.removeItem(prefix + key);
    return false;
  }
  try {
    sessionStorage.setItem(prefix + key, text);
    return true;
  } catch {
    return false; // Full, or forbidden in this browser.
  }
}

/** Keeps a form while it holds typed text; `key` is null where nothing of it may be stored. */
export function useKeptForm(
  key: string | null,
  isDirty: boolean,
  { values, idempotencyKey }: KeptForm<object>,
): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const id = Symbol("form");
    unsent.set(id, { isKept: key !== null && write(key, { values, idempotencyKey }) });
    return () => {
      unsent.delete(id);
      if (key !== null) sessionStorage.removeItem(prefix + key);
    };
  }, [key, isDirty, values, idempotencyKey]);
}

/** Removes what was typed by anybody but this person; by everybody where it is null. */
export function forgetUnsent(userId: string | null): void {
  const own = userId === null ? null : `${prefix}${userId} `;
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix) && (own === null || !key.startsWith(own)))
      sessionStorage.removeItem(key);
  }
}
