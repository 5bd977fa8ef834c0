/** Emails about a member's role in a workspace. */
import type { Endpoint } from "#contracts/endpoint.ts";
import type { HandlerContext } from "../../core/http/handlers.ts";
import { type MailValues, sendMail } from "../mail/send-mail.ts";
import { findActiveRecipient } from "./membership-store.ts";

type MembershipEmail =
  | "member-added"
  | "member-joined"
  | "member-removed"
  | "role-changed"
  | "owner-reassigned"
  | "ownership-received";

/** Values that every membership email has. */
interface CommonValues {
  firstName: string;
  workspace: string;
  link: string;
}

/** Sends nothing to an account that is not active. */
export async function sendMembershipEmail<Kind extends MembershipEmail>(
  deps: { readonly publicUrl: URL },
  context: Pick<HandlerContext<Endpoint>, "tx" | "enqueue">,
  kind: Kind,
  { userId, workspace }: { userId: string; workspace: { handle: string; name: string } },
  values: (common: CommonValues) => MailValues<Kind>,
): Promise<void> {
  const user = await findActiveRecipient(context.tx, userId);
  if (user === null) return;
  const page = kind === "member-removed" ? "/workspaces" : `/${workspace.handle}`;
  const link = new URL(page, deps.publicUrl).href;
  await sendMail(
    context,
    user,
    kind,
    values({ firstName: user.firstName, workspace: workspace.name, link }),
  );
}
