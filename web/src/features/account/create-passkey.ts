/** Creates a passkey with the browser's WebAuthn API. The module is loaded on demand. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { getParser } from "bowser";

/** Default name of a passkey, such as "Chrome · Windows". */
export function deviceName(): string {
  const parser = getParser(navigator.userAgent);
  const names = [parser.getBrowserName(), parser.getOSName()].filter((name) => name !== "");
  return names.join(" · ");
}

const isCreation = (
  options: Readonly<Record<string, unknown>>,
): options is Readonly<Record<string, unknown>> & PublicKeyCredentialCreationOptionsJSON =>
  typeof options["challenge"] === "string" && "user" in options && "rp" in options;

type CreatedPasskey =
  | { readonly response: { id: string; [name: string]: unknown } }
  | { readonly response: null; readonly reason: "known" | "declined" };

export async function createPasskey(
  options: Readonly<Record<string, unknown>>,
): Promise<CreatedPasskey> {
  if (!isCreation(options)) throw new Error("These are no options to make a passkey with");
  try {
    return { response: { ...(await startRegistration({ optionsJSON: options })) } };
  } catch (error) {
    if (
      error instanceof WebAuthnError &&
      error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED"
    )
      return { response: null, reason: "known" };
    if (
      error instanceof WebAuthnError ||
      (error instanceof Error && error.name === "NotAllowedError")
    )
      return { response: null, reason: "declined" };
    throw error;
  }
}
