/** Uses the browser's passkeys. The WebAuthn library is loaded on first use. */
import { useSyncExternalStore } from "react";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";

export const supportsPasskeys = (): boolean => "PublicKeyCredential" in globalThis;

const never = () => () => undefined;

/** Every supported browser has passkeys on a secure page, so the server's rendering offers them. */
export const useSupportsPasskeys = (): boolean =>
  useSyncExternalStore(never, supportsPasskeys, () => true);

const isRequest = (
  options: Readonly<Record<string, unknown>>,
): options is Readonly<Record<string, unknown>> & PublicKeyCredentialRequestOptionsJSON =>
  typeof options["challenge"] === "string";

/** Lets the user choose a passkey; null when the user cancelled. */
export async function requestPasskeyAssertion(
  options: Readonly<Record<string, unknown>>,
): Promise<{ id: string; [name: string]: unknown } | null> {
  if (!isRequest(options)) throw new Error("These are no options for a passkey");
  const { startAuthentication, WebAuthnError } = await import("@simplewebauthn/browser");
  try {
    return { ...(await startAuthentication({ optionsJSON: options })) };
  } catch (error) {
    const isDeclined =
      error instanceof WebAuthnError ||
      (error instanceof Error && error.name === "NotAllowedError");
    if (isDeclined) return null;
    throw error;
  }
}
