/** What a person needs after a start: where it is, and with whom to sign in. */
import { type DemoPerson, demoPassword, demoPeople } from "#api/demo/people.ts";
import type { DemoSetting, World } from "./world.ts";

function roleOf(person: DemoPerson): string {
  if (person.staffRole !== undefined) return `staff, ${person.staffRole}`;
  if (person.workspace === undefined) return "no workspace yet";
  return `${person.workspace.role.replaceAll("_", " ")} of ${person.workspace.handle}`;
}

const DEMO_SETTINGS = [
  "the clock can be moved ahead: POST /api/v1/demo/clock, signed in",
  "a network may sign up and sign in a hundred times as often",
];
const EASED: Record<DemoSetting, string> = {
  BOREAL_STAFF_TWO_FACTOR: "staff need no second factor: BOREAL_STAFF_TWO_FACTOR=optional",
  BOREAL_EMAIL_STEP: "no sign-in asks for a code by mail: BOREAL_EMAIL_STEP=never",
};

export function startScreen(world: World, publicUrl: string): string {
  const lines = ["", `Boreal is ready: ${publicUrl}`];
  if (world.inboxUrl !== null) lines.push(`Inbox:           ${world.inboxUrl}`);
  if (world.isDemo) {
    const width = Math.max(...demoPeople.map(({ email }) => email.length));
    lines.push("", `Demo logins, all with the password ${demoPassword}`);
    for (const person of demoPeople) {
      lines.push(`  ${person.email.padEnd(width)}  ${roleOf(person)}`);
    }
    lines.push("", "Demo settings, off in production:");
    for (const setting of [...DEMO_SETTINGS, ...world.eased.map((name) => EASED[name])])
      lines.push(`  ${setting}`);
  }
  lines.push("", "Ctrl-C stops everything.");
  return lines.join("\n");
}
