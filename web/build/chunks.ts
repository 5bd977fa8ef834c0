/**
 * Defines the chunks of the build: code of every page, code shared by signed-in pages, and popup code that loads on
 * intent. All other code is split by route.
 */
import { existsSync } from "node:fs";

interface Group {
  name: string;
  test: RegExp;
  priority: number;
  minShareCount?: number;
}

/**
 * Matches these files and their styles. A file that was moved fails the build instead of silently changing chunks.
 */
function matchFiles(files: readonly string[]): RegExp {
  const root = new URL("../../", import.meta.url);
  for (const file of files)
    if (!existsSync(new URL(file, root))) throw new Error(`web/build/chunks.ts names ${file}`);
  const stems = files.map((file) => file.replace(/\.\w+$/, "").replaceAll("/", String.raw`[\\/]`));
  return new RegExp(String.raw`[\\/](?:${stems.join("|")})\.`);
}

const source = (folder: string, ...names: readonly string[]) =>
  names.map((name) => `web/src/${folder}/${name}`);

/** Code of sign-in and of the error pages, which must work when no further code can be loaded. */
const initialFiles = [
  "web/src/brand.ts",
  ...source("lib/api", "api-client.ts", "problem-error.ts", "query-client.ts", "search-params.ts"),
  ...source("lib/api", "sensitive-endpoints.ts", "server-clock.ts"),
  ...source("lib/browser", "cookies.ts", "guard-navigation.ts", "missing-code.ts", "release.ts"),
  ...source("lib/browser", "unsent.ts"),
  ...source("lib/hooks", "use-countdown.ts", "use-maintenance-end.ts", "use-on-mount.ts"),
  ...source("lib/hooks", "use-online.ts", "use-page-title.ts", "use-server-recovery.ts"),
  ...source("lib/i18n", "error-pages.ts", "i18n.ts", "messages.ts"),
  ...source("lib/session", "login-attempt.ts", "return-path.ts", "route-guards.ts", "session.ts"),
  ...source("ui", "avatar.tsx", "button.tsx", "class-names.ts", "feedback.tsx", "field.tsx"),
  ...source("ui", "icons.tsx", "spinner.tsx", "toast.ts", "toast-host.tsx"),
  ...source("components", "base-form.tsx", "error-page.tsx", "page-error.tsx"),
  ...source("components", "reauthentication.ts", "reauthentication-host.tsx"),
  ...source("components", "use-endpoint-form.ts"),
  ...source("shell", "brand.tsx", "code-note.tsx", "error-pages.tsx", "minimal-layout.tsx"),
  ...source("shell", "not-found-page.tsx", "page-retry.tsx", "relogin-host.tsx"),
  ...["auth.ts", "endpoint.ts", "locale.ts", "text.ts"].map((name) => `contracts/src/${name}`),
];

/** Shared by the pages for guests. The second factor and passkeys are loaded on demand. */
const guestFiles = [
  ...source("lib/hooks", "use-focus-heading.ts", "use-retry-countdown.ts"),
  ...source("lib/session", "oauth.ts", "sign-in-draft.ts"),
  "web/src/shell/auth-layout.tsx",
  ...source("features/auth", "alternative-sign-in.tsx", "email-request-form.tsx"),
  ...source("features/auth", "link-action.tsx", "link-token.ts", "sign-in-error.ts"),
  ...source("features/auth", "sign-in-error-notice.tsx", "terms-label.tsx"),
  ...source("features/auth", "provider-mark.tsx"),
  ...source("features/auth", "use-password-help.ts", "use-sign-in.ts"),
  ...source("features/auth/shared", "auth-form.tsx", "auth-steps.tsx", "passkeys.ts"),
  ...source("features/auth/shared", "invitation-note.tsx", "pending-invite.ts"),
  ...source("features/auth/shared", "resend-email-button.tsx"),
];

const routeFiles = String.raw`web[\\/]src[\\/]routes[\\/][^?]+\.tsx$`;

/**
 * Features whose shared code has a chunk of its own. Instances have none, because most pages of the console need parts
 * of them.
 */
const features = ["activity", "admin", "credentials", "members", "projects", "tokens"];

export const chunkGroups: Group[] = [
  {
    name: "popups",
    test: /node_modules[\\/](?:@base-ui|@floating-ui|tabbable|reselect)/,
    priority: 30,
  },
  {
    name: "vendor",
    test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack|@lingui|@messageformat|zod|use-sync-external-store|cookie-es|cookie|seroval|isbot)[\\/]|preload-helper|modulepreload|rolldown[\\/]runtime/,
    priority: 40,
  },
  {
    name: "first",
    test: new RegExp(`${matchFiles(initialFiles).source}|${routeFiles}`),
    priority: 20,
  },
  { name: "guests", test: matchFiles(guestFiles), priority: 15, minShareCount: 2 },
  // Shared by the workspace pages. It precedes the features, because a group also takes its dependencies.
  {
    name: "console",
    test: new RegExp(
      String.raw`web[\\/]src[\\/](?:lib|shell|components|ui|features)[\\/](?!(?:${features.join("|")}|code-samples)[\\/-]|.*[\\/]activity\.tsx|.*(?:dialog|drawer|popup|popover|toaster|auth-|palette[\\/]))|contracts[\\/]src[\\/]`,
    ),
    priority: 10,
    minShareCount: 2,
  },
  // Includes the activity sentences of every feature, which only pages with activity show.
  {
    name: "activity",
    test: /web[\\/]src[\\/]features[\\/](?:activity[\\/](?!.*(?:dialog|drawer|popup|popover))|[\w-]+[\\/]activity\.tsx$)/,
    priority: 9,
    minShareCount: 2,
  },
  ...features
    .filter((feature) => feature !== "activity")
    .map((feature) => ({
      name: feature,
      test: new RegExp(
        String.raw`web[\\/]src[\\/]features[\\/]${feature}[\\/](?!.*(?:dialog|drawer|popup|popover))`,
      ),
      priority: 8,
      minShareCount: 2,
    })),
];
