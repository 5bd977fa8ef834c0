/** The email about the answer to a request for a higher limit. */
import type { Endpoint } from "#contracts/endpoint.ts";
import type { LimitName } from "#contracts/limit-names.ts";
import type { Locale } from "#contracts/locale.ts";
import { formatMoney, usd } from "#contracts/money.ts";
import type { HandlerContext } from "../../core/http/handlers.ts";
import { findMember } from "../mail/member-recipients.ts";
import { sendMail } from "../mail/send-mail.ts";
import type { LimitAnswer } from "../billing/change-limits.ts";

/** A number, or an amount such as `US$9,000.00`. */
const valueText = (limit: LimitName, value: number, locale: Locale): string =>
  limit === "monthly_spend" ? formatMoney(usd(value), locale) : String(value);

/** Sends nothing to a user who has left the workspace. */
export async function sendLimitAnswer(
  { publicUrl }: { readonly publicUrl: URL },
  context: Pick<HandlerContext<Endpoint>, "tx" | "enqueue">,
  workspace: { readonly id: string; readonly handle: string; readonly name: string },
  answer: LimitAnswer & {
    readonly limit: LimitName;
    /** The limit after the answer. */
    readonly value: number;
    readonly note: string | null;
  },
): Promise<void> {
  const member = await findMember(context.tx, workspace.id, answer.requestedBy);
  if (member === null) return;
  const { limit, value, note } = answer;
  const values = {
    firstName: member.firstName,
    workspace: workspace.name,
    limit,
    value: valueText(limit, value, member.locale),
    link: new URL(`/${workspace.handle}/settings/limits`, publicUrl).href,
  };
  if (answer.status === "rejected")
    await sendMail(context, member, "limit-rejected", { ...values, note: note ?? "" });
  else
    await sendMail(context, member, "limit-approved", {
      ...values,
      ...(note === null ? {} : { note }),
    });
}
