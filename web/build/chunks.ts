/**
 * Few files, each needed as a whole: what every page needs, what the signed-in pages share, and the
 * machinery of popups that comes on intent. Anything else follows its route.
 */
interface Group {
  name: string;
  test: RegExp;
  priority: number;
  minShareCount?: number;
}

/** What signing in needs too, and the pages of errors: those are needed when nothing more can be loaded. */
const initialChunk =
  /web[\\/]src[\\/](?:brand|lib[\\/](?:attempt|client|clock|cookies|errors|guards|i18n|problem|query-client|release|route-me|search|session|unsent|missing-code|guard-navigation|secret-calls|use-countdown|use-maintenance-end|use-once|use-page-title|wording)\.|ui[\\/](?:button|class-names|field|icons|mark|notices|spinner|toast(?:-host)?\.)|blocks[\\/](?:contract-form|error-page|page-problem|plain-form|confirm-identity(?:-host)?\.)|shell[\\/](?:code-note|error-pages|not-found-page|plain-layout|brand-parts|relogin-host)|routes[\\/][^?]+\.tsx$)|contracts[\\/]src[\\/](?:auth|kit|text)\./;

/**
 * What the pages of one noun share: the sentences of the activities alone are as long as a list page. The
 * machines are not among them, as every list of the console shows some.
 */
const features = ["access-tokens", "activity", "admin", "credentials", "members", "projects"];

/** What the pages of signing in and up share; their second step, drawings and passkeys come when they are wanted. */
const guestChunk =
  /web[\\/]src[\\/](?:lib[\\/](?:mail-token|other-sign-in|passkeys|sign-in-draft|sign-in-fault|use-arrival|use-wait)\.|shell[\\/](?:auth-form|auth-layout|auth-steps|resend-mail)|parts[\\/]auth[\\/](?:fault-note|mail-link|mail-request|other-ways|terms-label|use-password-help|use-sign-in)\.)/;

export const chunkGroups: Group[] = [
  {
    name: "popups",
    test: /node_modules[\\/](?:@base-ui|@floating-ui|tabbable|reselect)/,
    priority: 30,
  },
  {
    name: "vendor",
    test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack|@lingui|@messageformat|zod|use-sync-external-store|cookie-es|seroval|isbot)[\\/]|preload-helper|modulepreload|rolldown[\\/]runtime/,
    priority: 40,
  },
  { name: "first", test: initialChunk, priority: 20 },
  { name: "guests", test: guestChunk, priority: 15, minShareCount: 2 },
  // What the pages of a workspace have in common; before the nouns, as a group takes along what it is made of.
  {
    name: "console",
    test: new RegExp(
      String.raw`web[\\/]src[\\/](?:lib|shell|blocks|ui|parts)[\\/](?!(?:${features.join("|")}|code)[\\/-]|.*(?:dialog|drawer|popup|popover|toaster|auth-|palette[\\/]))|contracts[\\/]src[\\/]`,
    ),
    priority: 10,
    minShareCount: 2,
  },
  ...features.map((noun) => ({
    name: noun,
    test: new RegExp(
      String.raw`web[\\/]src[\\/]parts[\\/]${noun}[\\/](?!.*(?:dialog|drawer|popup|popover))`,
    ),
    priority: 8,
    minShareCount: 2,
  })),
];
