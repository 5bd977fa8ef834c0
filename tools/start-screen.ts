/** What a person needs after a start: where it is, and with whom to sign in. */
import { type DemoPerson, demoPassword, demoPeople } from "#api/demo/people.ts";
import type { DemoSetting, World } from "./world.ts";

function roleOf(person: DemoPerson): string {
  if (person.staffRole !== undefined) return `staff, ${person.staffRole}`;
  if (person.workspace === undefined) return "no workspace yet";
  return `${person.workspace.role.replaceAll("_", " ")} of ${person.workspace.handle}`;
}

const DEMO_SETTINGS = [
  "The clock can be moved forward with POST /api/v1/demo/clock (signed in)",
  "Sign-up and sign-in rate limits per network are 100 times higher",
];
const EASED: Record<DemoSetting, string> = {
  BOREAL_STAFF_TWO_FACTOR:
    "Staff don't need two-factor authentication (BOREAL_STAFF_TWO_FACTOR=optional)",
  BOREAL_EMAIL_STEP: "Sign-in never asks for an email code (BOREAL_EMAIL_STEP=never)",
};

export function startScreen(world: World, publicUrl: string): string {
  const lines = ["", `Boreal is ready: ${publicUrl}`];
  if (world.inboxUrl !== null) lines.push(`Inbox:           ${world.inboxUrl}`);
  if (world.isDemo) {
    const width = Math.max(...demoPeople.map(({ email }) => email.length));
    lines.push("", `Demo accounts, all with the password ${demoPassword}`);
    for (const person of demoPeople) {
      lines.push(`  ${person.email.padEnd(width)}  ${roleOf(person)}`);
    }
    lines.push("", "Demo settings (off in production):");
    for (const setting of [...DEMO_SETTINGS, ...world.eased.map((name) => EASED[name])])
      lines.push(`  ${setting}`);
  }
  lines.push("", "Press Ctrl+C to stop.");
  return lines.join("\n");
}
