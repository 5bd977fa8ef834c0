/** All calls there are, noun by noun. */
import { account } from "./account.ts";
import { activity } from "./activity.ts";
import { auth } from "./auth.ts";
import { billing } from "./billing.ts";
import { catalogue } from "./catalogue.ts";
import { credentials } from "./credentials.ts";
import { instances } from "./instances.ts";
import type { Call } from "./kit.ts";
import { live } from "./live.ts";
import { maintenance } from "./maintenance.ts";
import { projects } from "./projects.ts";
import { sessions } from "./sessions.ts";
import { staffRoles } from "./staff-roles.ts";
import { demo, system } from "./system.ts";
import { users } from "./users.ts";
import { workspaces } from "./workspaces.ts";

export const api = {
  account,
  activity,
  auth,
  billing,
  catalogue,
  credentials,
  demo,
  instances,
  live,
  maintenance,
  projects,
  sessions,
  staffRoles,
  system,
  users,
  workspaces,
};

export const allCalls: readonly Call[] = Object.values(api).flatMap((calls): Call[] =>
  Object.values(calls),
);
