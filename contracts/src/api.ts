/** All calls there are, noun by noun. */
import { activity } from "./activity.ts";
import { auth } from "./auth.ts";
import { billing } from "./billing.ts";
import { catalogue } from "./catalogue.ts";
import { credentials } from "./credentials.ts";
import { instances } from "./instances.ts";
import type { Call } from "./kit.ts";
import { live } from "./live.ts";
import { projects } from "./projects.ts";
import { demo, system } from "./system.ts";
import { workspaces } from "./workspaces.ts";

export const api = {
  activity,
  auth,
  billing,
  catalogue,
  credentials,
  demo,
  instances,
  live,
  projects,
  system,
  workspaces,
};

export const allCalls: readonly Call[] = Object.values(api).flatMap((calls): Call[] =>
  Object.values(calls),
);
