/** User data of an order: a cloud-init document that an instance executes when it starts for the first time. */
import { z } from "zod";
import { createFieldError, type FieldError, fieldIssue } from "./field-problem.ts";

/** Maximum in characters, before encoding. Together with the SSH keys it must fit `firstBootMost` of the server. */
export const maxUserDataLength = 49_000;

/** First line of the documents that are accepted: a configuration of cloud-init, or a script. */
const documentStart = /^#(?:cloud-config\s*$|!\s*\/)/m;
/** Text that Base64 leaves of a document: nothing but its alphabet. */
const base64Document = /^[A-Za-z0-9+/\s]{16,}={0,2}$/;
/** What the first two bytes of a gzip file become when they are read as text, and in Base64. */
// oxlint-disable-next-line no-control-regex -- the first byte of gzip
const gzipDocument = /^(?:\u001f[\u008b\ufffd]|H4sI)/;
// oxlint-disable-next-line no-control-regex -- these are exactly the characters to reject
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

/** Line breaks as the system of the instance expects them, without a byte order mark. */
const normalized = (text: string): string => text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");

/** Why a text is no user data; null if it is. An encoded document is named, because providers encode it once more. */
export function userDataError(text: string): FieldError | null {
  const document = normalized(text);
  if (document.length > maxUserDataLength)
    return createFieldError("too_big", { maximum: maxUserDataLength, unit: "characters" });
  if (gzipDocument.test(document)) return createFieldError("format", { rule: "user_data_gzip" });
  if (controlCharacters.test(document)) return createFieldError("hidden_characters");
  const [first = ""] = document.split("\n", 1);
  if (documentStart.test(first)) return null;
  return createFieldError("format", {
    rule: base64Document.test(document.trimEnd()) ? "user_data_base64" : "user_data_start",
  });
}

export const UserData = z
  .string()
  .min(1)
  .max(2 * maxUserDataLength, { abort: true })
  .superRefine((text, context) => {
    const error = userDataError(text);
    if (error !== null) context.addIssue(fieldIssue(error));
  })
  .transform(normalized);
