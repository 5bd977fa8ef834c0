/** What a person needs after a start: where it is, and with whom to sign in. */
import type { World } from "./world.ts";

const DEMO_PASSWORD = "northern-lights-2026";

const DEMO_LOGINS = [
  ["Owner", "owner@demo.test"],
  ["Administrator", "administrator@demo.test"],
  ["Member", "member@demo.test"],
  ["Limited member", "limited@demo.test"],
  ["Billing", "billing@demo.test"],
  ["No workspace yet", "newcomer@demo.test"],
  ["Another customer", "other@demo.test"],
  ["Staff: IT administrator", "it-admin@demo.test"],
  ["Staff: business administrator", "business-admin@demo.test"],
  ["Staff: support", "support@demo.test"],
] as const;

const DEMO_SETTINGS = [
  "no code by mail when signing in on a new device",
  "the second factor is optional for staff",
];

export function startScreen(world: World, publicUrl: string): string {
  const lines = ["", `Boreal is ready: ${publicUrl}`];
  if (world.inboxUrl !== null) lines.push(`Inbox:           ${world.inboxUrl}`);
  if (world.isDemo) {
    const width = Math.max(...DEMO_LOGINS.map(([role]) => role.length));
    lines.push("", `Demo logins, all with the password ${DEMO_PASSWORD}`);
    for (const [role, email] of DEMO_LOGINS) lines.push(`  ${role.padEnd(width)}  ${email}`);
    lines.push("", "Demo settings, off in production:");
    for (const setting of DEMO_SETTINGS) lines.push(`  ${setting}`);
  }
  lines.push("", "Ctrl-C stops everything.");
  return lines.join("\n");
}
