/** Every noun with its handlers: the one list of what the server answers. */
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { api } from "#contracts/api.ts";
import { dataCopyHandlers } from "./account/data-copy.ts";
import { accountHandlers } from "./account/account.ts";
import { passkeyHandlers } from "./account/passkeys.ts";
import { adminWorkspacesHandlers } from "./admin-workspaces/admin-workspaces.ts";
import { activityHandlers } from "./activity/activity.ts";
import { authHandlers } from "./auth/auth.ts";
import { createIdentityDeps } from "./auth/parts.ts";
import type { PasswordHasher } from "./auth/passwords.ts";
import { credentialsHandlers } from "./credentials/credentials.ts";
import { billingHandlers } from "./billing/billing.ts";
import { catalogueHandlers } from "./catalogue/catalogue.ts";
import type { EmailOtpPolicy } from "./config.ts";
import type { LiveEventHub } from "./core/live.ts";
import { registerEndpoints, type ServerDeps } from "./core/mount.ts";
import { demoHandlers } from "./demo/demo.ts";
import { instancesHandlers } from "./instances/instances.ts";
import { invitesHandlers } from "./invites/invites.ts";
import { liveHandlers } from "./live/live.ts";
import { maintenanceHandlers } from "./maintenance/maintenance.ts";
import { membersHandlers } from "./members/members.ts";
import type { OauthProviders } from "./ports/sign-in-provider.ts";
import { projectsHandlers } from "./projects/projects.ts";
import { searchHandlers } from "./search/search.ts";
import { sessionsHandlers } from "./sessions/sessions.ts";
import { staffRolesHandlers } from "./staff-roles/staff-roles.ts";
import { systemHandlers } from "./system/system.ts";
import { tokensHandlers } from "./tokens/tokens.ts";
import { usersHandlers } from "./users/users.ts";
import { workspacesHandlers } from "./workspaces/workspaces.ts";

export interface RouteDeps {
  readonly live: LiveEventHub;
  readonly passwords: PasswordHasher;
  readonly metrics: Registry;
  readonly metricsToken: string | null;
  /** Links in mails begin with it. */
  readonly publicUrl: URL;
  readonly demo: boolean;
  /** Follows a clock that was moved; only the demo's is. */
  readonly catchUp?: () => Promise<void>;
  /** When a sign-in asks for a code by mail. */
  readonly emailStep: EmailOtpPolicy;
  /** Accounts elsewhere one may sign in with; none unless given. */
  readonly signIn?: OauthProviders;
}

export function registerRoutes(app: FastifyInstance, platform: ServerDeps, deps: RouteDeps): void {
  registerEndpoints(
    app,
    platform,
    api.system,
    systemHandlers({ ...deps, proxies: platform.proxies }),
  );
  const identity = createIdentityDeps(platform, deps);
  registerEndpoints(app, platform, api.auth, authHandlers(identity));
  registerEndpoints(app, platform, api.account, {
    ...accountHandlers(identity),
    ...dataCopyHandlers(platform),
    ...passkeyHandlers(identity),
  });
  registerEndpoints(app, platform, api.workspaces, workspacesHandlers);
  registerEndpoints(app, platform, api.members, membersHandlers(identity));
  registerEndpoints(app, platform, api.invites, invitesHandlers(identity));
  if (deps.demo) registerEndpoints(app, platform, api.demo, demoHandlers(deps.catchUp));
  registerEndpoints(app, platform, api.projects, projectsHandlers);
  registerEndpoints(app, platform, api.credentials, credentialsHandlers);
  registerEndpoints(app, platform, api.tokens, tokensHandlers);
  registerEndpoints(app, platform, api.activity, activityHandlers);
  registerEndpoints(app, platform, api.sessions, sessionsHandlers(platform));
  registerEndpoints(app, platform, api.users, usersHandlers(platform, deps));
  registerEndpoints(app, platform, api.staffRoles, staffRolesHandlers);
  registerEndpoints(app, platform, api.adminWorkspaces, adminWorkspacesHandlers);
  registerEndpoints(app, platform, api.maintenance, maintenanceHandlers(platform));
  registerEndpoints(
    app,
    platform,
    api.live,
    liveHandlers({
      hub: deps.live,
      db: platform.db,
      clock: platform.clock,
      streams: platform.streams,
    }),
  );
  registerEndpoints(app, platform, api.catalogue, catalogueHandlers);
  registerEndpoints(app, platform, api.instances, instancesHandlers);
  registerEndpoints(app, platform, api.billing, billingHandlers);
  registerEndpoints(app, platform, api.search, searchHandlers);
}
