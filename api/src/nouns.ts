/** Every noun with its handlers: the one list of what the server answers. */
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { api } from "#contracts/api.ts";
import { dataCopyHandlers } from "./account/data-copy.ts";
import { accountHandlers } from "./account/account.ts";
import { passkeyHandlers } from "./account/passkeys.ts";
import { adminWorkspaces } from "./admin-workspaces/admin-workspaces.ts";
import { activity } from "./activity/activity.ts";
import { authHandlers } from "./auth/auth.ts";
import { identityParts } from "./auth/parts.ts";
import type { Passwords } from "./auth/passwords.ts";
import { credentials } from "./credentials/credentials.ts";
import { billingHandlers } from "./billing/billing.ts";
import { catalogueHandlers } from "./catalogue/catalogue.ts";
import type { EmailStep } from "./config.ts";
import type { LiveHub } from "./core/live.ts";
import { mount, type Platform } from "./core/mount.ts";
import { demoHandlers } from "./demo/demo.ts";
import { instanceHandlers } from "./instances/instances.ts";
import { inviteHandlers } from "./invites/invites.ts";
import { liveHandlers } from "./live/live.ts";
import { maintenanceHandlers } from "./maintenance/maintenance.ts";
import { memberHandlers } from "./members/members.ts";
import type { SignInProviders } from "./ports/sign-in-provider.ts";
import { projects } from "./projects/projects.ts";
import { searchHandlers } from "./search/search.ts";
import { sessionHandlers } from "./sessions/sessions.ts";
import { staffRoleHandlers } from "./staff-roles/staff-roles.ts";
import { systemHandlers } from "./system/system.ts";
import { tokens } from "./tokens/tokens.ts";
import { userHandlers } from "./users/users.ts";
import { workspaces } from "./workspaces/workspaces.ts";

export interface NounParts {
  readonly live: LiveHub;
  readonly passwords: Passwords;
  readonly metrics: Registry;
  readonly metricsToken: string | null;
  /** Links in mails begin with it. */
  readonly publicUrl: URL;
  readonly demo: boolean;
  /** Follows a clock that was moved; only the demo's is. */
  readonly catchUp?: () => Promise<void>;
  /** When a sign-in asks for a code by mail. */
  readonly emailStep: EmailStep;
  /** Accounts elsewhere one may sign in with; none unless given. */
  readonly signIn?: SignInProviders;
}

export function mountNouns(app: FastifyInstance, platform: Platform, parts: NounParts): void {
  mount(app, platform, api.system, systemHandlers({ ...parts, proxies: platform.proxies }));
  const identity = identityParts(platform, parts);
  mount(app, platform, api.auth, authHandlers(identity));
  mount(app, platform, api.account, {
    ...accountHandlers(identity),
    ...dataCopyHandlers(platform),
    ...passkeyHandlers(identity),
  });
  mount(app, platform, api.workspaces, workspaces);
  mount(app, platform, api.members, memberHandlers(identity));
  mount(app, platform, api.invites, inviteHandlers(identity));
  if (parts.demo) mount(app, platform, api.demo, demoHandlers(parts.catchUp));
  mount(app, platform, api.projects, projects);
  mount(app, platform, api.credentials, credentials);
  mount(app, platform, api.tokens, tokens);
  mount(app, platform, api.activity, activity);
  mount(app, platform, api.sessions, sessionHandlers(platform));
  mount(app, platform, api.users, userHandlers(platform, parts));
  mount(app, platform, api.staffRoles, staffRoleHandlers);
  mount(app, platform, api.adminWorkspaces, adminWorkspaces);
  mount(app, platform, api.maintenance, maintenanceHandlers(platform));
  mount(
    app,
    platform,
    api.live,
    liveHandlers({
      hub: parts.live,
      db: platform.db,
      clock: platform.clock,
      streams: platform.streams,
    }),
  );
  mount(app, platform, api.catalogue, catalogueHandlers);
  mount(app, platform, api.instances, instanceHandlers);
  mount(app, platform, api.billing, billingHandlers);
  mount(app, platform, api.search, searchHandlers);
}
