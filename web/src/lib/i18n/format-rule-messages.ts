/** Messages of values whose form breaks a rule. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { FormatParams } from "#contracts/field-errors.ts";

const formatRules: Record<
  Exclude<FormatParams["rule"], "hostname_length" | "hostname_characters" | "rsa_too_long">,
  MessageDescriptor
> = {
  handle: msg`Use 3 to 32 lowercase letters, digits, and single hyphens, starting with a letter`,
  hostname_ends: msg`Must start and end with a letter or digit`,
  hostname_letter: msg`Must contain at least one letter`,
  hostname_reserved: msg`This name is reserved`,
  time_zone: msg`Unknown time zone`,
  timestamp: msg`Enter a timestamp such as 2026-05-15T09:00:00Z`,
  ip_range: msg`Enter an IP address or a range such as 203.0.113.0/24`,
  idempotency_key: msg`Use 16 to 64 printable characters`,
  cursor: msg`This page is out of date. Reload it to continue.`,
  invalid_characters: msg`Contains invalid characters`,
  key_too_long: msg`Too long for a public key`,
  key_not_openssh: msg`This isn't in OpenSSH format. Convert it with: ssh-keygen -i -f key-file`,
  key_without_type: msg`A public key starts with its type, such as ssh-ed25519`,
  key_without_data: msg`The key data is missing after the key type`,
  key_comment_characters: msg`The comment contains invisible or control characters`,
  key_comment_space: msg`There's no space between the key and its comment`,
  key_base64: msg`The key is incomplete or damaged (invalid Base64)`,
  key_damaged: msg`The key is damaged or cut off`,
  user_data_start: msg`Must start with #cloud-config, or with #! and the path of an interpreter`,
  user_data_base64: msg`This is Base64. Paste the text itself: it's encoded for you.`,
  user_data_gzip: msg`This is compressed. Paste the text itself.`,
  vat_id: msg`This isn't a VAT ID of the chosen country, such as DE123456789`,
  webhook_url: msg`Enter a URL that starts with https://, without a user name, password, or fragment`,
  webhook_host: msg`This address isn't public. Webhooks are sent to public hosts only.`,
  webhook_port: msg`Webhooks are sent to port 443 or 8443 only`,
};

export function formatMessage(i18n: I18n, params: FormatParams): MessageDescriptor {
  if (params.rule === "hostname_length") return maxCharacters(params.maximum);
  if (params.rule === "rsa_too_long") {
    const { maximum, bits } = params;
    return msg`RSA keys have at most ${maximum} bits. This key has ${bits}.`;
  }
  if (params.rule !== "hostname_characters") return formatRules[params.rule];
  const characters = params.characters
    .map((character) => i18n._(character === " " ? msg`a space` : msg`“${character}”`))
    .join(", ");
  return msg`Use only lowercase letters, digits, and hyphens. Not allowed: ${characters}`;
}

export const maxCharacters = (maximum: number): MessageDescriptor =>
  msg`${plural(maximum, { one: "Use # character or fewer", other: "Use # characters or fewer" })}`;
