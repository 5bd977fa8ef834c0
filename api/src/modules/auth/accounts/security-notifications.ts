/** Whatever touches how somebody signs in is told them by mail, with a link that locks the account. */
import type { SessionCaller } from "../../../core/http/authorization.ts";
import type { HandlerContext } from "../../../core/http/handlers.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { issueActionToken } from "./action-tokens.ts";
import { describeUserAgent } from "../user-agent.ts";
import type { AccountRow } from "./accounts.ts";
import { type NotificationKind, sendEmail } from "../../mail/send-email.ts";

/** Locked already, or closed: there is nothing left to lock. */
const kindsWithoutFreezeLink: ReadonlySet<NotificationKind> = new Set([
  "account_frozen",
  "account_deactivated",
]);

export type NotificationContext = Pick<HandlerContext<Endpoint>, "tx" | "now" | "enqueue"> & {
  /** Where it was done from; left out where nobody's browser did it. */
  readonly request?: { readonly ip: string; readonly userAgent: string | null };
};

export type NotificationRecipient = Pick<
  AccountRow,
  "id" | "email" | "first_name" | "locale" | "timezone"
>;

/** Whoever makes the call. */
export const toRecipient = ({ user }: SessionCaller): NotificationRecipient => ({
  id: user.id,
  email: user.email,
  first_name: user.firstName,
  locale: user.locale,
  timezone: user.timezone,
});

/** To the stored address; before a change of address takes effect that is the old one. `values.link` is the letter's button. */
export async function sendSecurityNotification(
  parts: { readonly publicUrl: URL },
  { tx, now, enqueue, request }: NotificationContext,
  to: NotificationRecipient,
  kind: NotificationKind,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const device = describeUserAgent(request?.userAgent ?? null);
  const freezeLink = kindsWithoutFreezeLink.has(kind)
    ? null
    : new URL(
        `/auth/freeze/${await issueActionToken(tx, "freeze", { userId: to.id, now })}`,
        parts.publicUrl,
      ).href;
  await enqueue(sendEmail, {
    to: to.email,
    template: kind,
    locale: to.locale,
    values: {
      ...values,
      firstName: to.first_name,
      at: formatTimestamp(now, to),
      ...(device === null ? {} : { device }),
      ...(request === undefined ? {} : { ip: request.ip }),
      ...(freezeLink === null ? {} : { freezeLink }),
    },
  });
}

export const formatTimestamp = (at: Date, { locale, timezone }: NotificationRecipient): string =>
  new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: timezone,
    timeZoneName: "short",
  }).format(at);
