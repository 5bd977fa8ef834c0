/** The text printed after a start: URLs and demo accounts. */
import { type DemoUser, demoPassword, demoUsers } from "#api/demo/users.ts";
import type { DemoSetting } from "./demo-settings.ts";
import type { LocalStack } from "./local-stack.ts";

function describeRole(user: DemoUser): string {
  if (user.staffRole !== undefined) return `staff, ${user.staffRole}`;
  if (user.workspace === undefined) return "no workspace yet";
  return `${user.workspace.role.replaceAll("_", " ")} of ${user.workspace.handle}`;
}

const DEMO_SETTINGS = [
  "The clock can be moved forward with POST /api/v1/demo/clock (signed in)",
  "Sign-up and sign-in rate limits per network are 100 times higher",
];
const DEMO_RELAXATIONS: Record<DemoSetting, string> = {
  BOREAL_STAFF_TWO_FACTOR:
    "Staff don't need two-factor authentication (BOREAL_STAFF_TWO_FACTOR=optional)",
  BOREAL_EMAIL_STEP: "Sign-in never asks for an email code (BOREAL_EMAIL_STEP=never)",
};

export function startupBanner(stack: LocalStack, publicUrl: string): string {
  const lines = ["", `Boreal is ready: ${publicUrl}`];
  if (stack.inboxUrl !== null) lines.push(`Inbox:           ${stack.inboxUrl}`);
  if (stack.isDemo) {
    const width = Math.max(...demoUsers.map(({ email }) => email.length));
    lines.push("", `Demo accounts, all with the password ${demoPassword}`);
    for (const user of demoUsers) {
      lines.push(`  ${user.email.padEnd(width)}  ${describeRole(user)}`);
    }
    lines.push("", "Demo settings (off in production):");
    for (const setting of [
      ...DEMO_SETTINGS,
      ...stack.relaxedSettings.map((name) => DEMO_RELAXATIONS[name]),
    ])
      lines.push(`  ${setting}`);
  }
  lines.push("", "Press Ctrl+C to stop.");
  return lines.join("\n");
}
