/** One email about the suspension of a workspace, with all its instances: before it happens, and when it does. */
import { formatMoney, usd } from "#contracts/money.ts";
import type { Tx } from "../../core/db/db.ts";
import { listBillingRecipients, type WorkspaceNames } from "../mail/member-recipients.ts";
import { toNameList } from "../mail/name-list.ts";
import { mailsOf, sendMail } from "../mail/send-mail.ts";
import { listActiveHostnames, sumOverdue } from "./dunning-store.ts";

interface Letter extends WorkspaceNames {
  readonly workspaceId: string;
  readonly suspendsAt: Date;
  /** The instances that are powered off now; null before the suspension. */
  readonly stopped: readonly string[] | null;
}

export async function sendSuspensionLetter(
  tx: Tx,
  { publicUrl }: { readonly publicUrl: URL },
  { workspaceId, name, handle, suspendsAt, stopped }: Letter,
  now: Date,
): Promise<void> {
  const hostnames = stopped ?? (await listActiveHostnames(tx, workspaceId));
  const overdue = usd(await sumOverdue(tx, workspaceId));
  for (const recipient of await listBillingRecipients(tx, workspaceId)) {
    const values = {
      firstName: recipient.firstName,
      workspace: name,
      amount: formatMoney(overdue, recipient.locale),
      ...(hostnames.length > 0 && { instances: toNameList(hostnames, recipient.locale) }),
      link: new URL(`/${handle}/billing/invoice`, publicUrl).href,
    };
    if (stopped === null)
      await sendMail(mailsOf(tx, now), recipient, "suspension-announced", {
        ...values,
        at: suspendsAt.toISOString(),
      });
    else await sendMail(mailsOf(tx, now), recipient, "suspended-overdue", values);
  }
}
