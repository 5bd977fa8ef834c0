/** Sends an email about every change to the sign-in methods of a user, with a link that locks the account. */
import type { z } from "zod";
import type { SessionCaller } from "../../core/http/authorization.ts";
import type { HandlerContext } from "../../core/http/handlers.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { issueActionToken } from "./action-tokens.ts";
import { describeUserAgent } from "../../core/lib/user-agent.ts";
import type { AccountRow } from "./store.ts";
import type { notificationTemplates } from "../mail/mail-templates.ts";
import type { NotificationFrame } from "../mail/security-notification.ts";
import { queueMail } from "../mail/send-mail.ts";

/** An account that is already locked or deactivated needs no link that locks it. */
const kindsWithoutFreezeLink: ReadonlySet<Kind> = new Set([
  "account_frozen",
  "account_deactivated",
]);

export type NotificationContext = Pick<HandlerContext<Endpoint>, "tx" | "now" | "enqueue"> & {
  /** The request that caused the notification; omitted when a job or staff caused it. */
  readonly request?: { readonly ip: string; readonly userAgent: string | null };
};

export type NotificationRecipient = Pick<
  AccountRow,
  "id" | "email" | "first_name" | "locale" | "timezone"
>;

/** The caller as recipient. */
export const toRecipient = ({ user }: Pick<SessionCaller, "user">): NotificationRecipient => ({
  id: user.id,
  email: user.email,
  first_name: user.firstName,
  locale: user.locale,
  timezone: user.timezone,
});

type Kind = keyof typeof notificationTemplates;
type Values<K extends Kind> = z.input<(typeof notificationTemplates)[K]["ownValues"]>;

/** Sends to the stored email address. Before an email change takes effect that is the old one. */
export async function sendSecurityNotification<K extends Kind>(
  deps: { readonly publicUrl: URL },
  { tx, now, enqueue, request }: NotificationContext,
  to: NotificationRecipient,
  kind: K,
  ...[values]: Values<K> extends Record<string, never> ? [] : [Values<K>]
): Promise<void> {
  const device = describeUserAgent(request?.userAgent ?? null);
  const freezeLink = kindsWithoutFreezeLink.has(kind)
    ? null
    : new URL(
        `/auth/freeze/${await issueActionToken(tx, "freeze", { userId: to.id, now })}`,
        deps.publicUrl,
      ).href;
  const frame: NotificationFrame = {
    firstName: to.first_name,
    at: now.toISOString(),
    ...(device === null ? {} : { device }),
    ...(request === undefined ? {} : { ip: request.ip }),
    ...(freezeLink === null ? {} : { freezeLink }),
  };
  await queueMail({ enqueue }, to, kind, { ...values, ...frame });
}
