/**
 * Typed text that was not submitted yet. It is kept in the tab's session storage, so that a reload for a new release
 * does not lose it. Secrets are never kept, and sign-out clears it.
 */
import { useEffect } from "react";

const prefix = "unsent:";

/** Never stored, in any field: private keys and access tokens. */
const secret = /PRIVATE KEY-----|gcw_/;

interface Unsent {
  readonly isKept: boolean;
}
const unsent = new Map<symbol, Unsent>();

/** Whether a form on this page holds unsubmitted text. */
export const isAnythingUnsent = (): boolean => unsent.size > 0;

/** Whether all unsubmitted text on this page survives a reload. */
export const keepsEverythingUnsent = (): boolean =>
  [...unsent.values()].every(({ isKept }) => isKept);

export interface KeptForm<V> {
  readonly values: V;
  /** Idempotency key of the request: submitted again after the reload, it takes effect once. */
  readonly idempotencyKey: string;
}

/** Whether the value has the same fields with the same types: an earlier release may have stored another shape. */
function hasShapeOf<V extends object>(value: unknown, shape: V): value is V {
  if (typeof value !== "object" || value === null) return false;
  const known = Object.entries(shape);
  if (Object.keys(value).some((name) => !known.some(([other]) => other === name))) return false;
  return known.every(([name, expected]) => {
    const found: unknown = Reflect.get(value, name);
    // An empty selection is null or absent.
    if (expected === null || expected === undefined || found === null) return true;
    return typeof found === typeof expected && Array.isArray(found) === Array.isArray(expected);
  });
}

/** Text typed before a reload; null when there is none, or when it no longer fits the form. */
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
    return null; // Not written by the console.
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
    return false; // The storage is full, or disabled in this browser.
  }
}

/** Stores a form while it holds unsubmitted text; `key` is null when it must not be stored. */
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

/** Deletes the stored forms of all other users; of all users when `userId` is null. */
export function forgetUnsent(userId: string | null): void {
  const own = userId === null ? null : `${prefix}${userId} `;
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix) && (own === null || !key.startsWith(own)))
      sessionStorage.removeItem(key);
  }
}
