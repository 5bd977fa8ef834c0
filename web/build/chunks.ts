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
  /web[\\/]src[\\/](?:brand\.|lib[\\/]\w+[\\/](?:login-attempt|api-client|server-clock|cookies|error-pages|route-guards|i18n|problem-error|query-client|release|return-path|search-params|session|unsent|missing-code|guard-navigation|sensitive-endpoints|use-countdown|use-maintenance-end|use-on-mount|use-page-title|messages)\.|ui[\\/](?:button|class-names|field|icons|avatar|feedback|spinner|toast(?:-host)?)\.|components[\\/](?:use-endpoint-form|error-page|page-error|base-form|reauthentication(?:-host)?)\.|shell[\\/](?:code-note|error-pages|brand|not-found-page|minimal-layout|relogin-host)\.|routes[\\/][^?]+\.tsx$)|contracts[\\/]src[\\/](?:auth|endpoint|text)\./;

/**
 * Features whose pages share a chunk: the activity sentences alone are as long as a list page. Instances are
 * not among them, because most lists show some.
 */
const features = ["activity", "admin", "credentials", "members", "projects", "tokens"];

/** What the pages of sign-in and registration share; the second step, QR codes and passkeys load on demand. */
const guestChunk =
  /web[\\/]src[\\/](?:lib[\\/]\w+[\\/](?:oauth|sign-in-draft|use-focus-heading|use-retry-countdown)\.|shell[\\/]auth-layout\.|features[\\/]auth[\\/](?:link-token|sign-in-error|sign-in-error-notice|link-action|email-request-form|alternative-sign-in|terms-label|use-password-help|use-sign-in|shared[\\/](?:passkeys|auth-form|auth-steps|resend-email-button))\.)/;

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
  // What the pages of a workspace share; before the features, because a group includes what its files import.
  {
    name: "console",
    test: new RegExp(
      String.raw`web[\\/]src[\\/](?:lib|shell|components|ui|features)[\\/](?!(?:${features.join("|")}|code-samples)[\\/-]|.*(?:dialog|drawer|popup|popover|toaster|auth-|palette[\\/]))|contracts[\\/]src[\\/]`,
    ),
    priority: 10,
    minShareCount: 2,
  },
  ...features.map((feature) => ({
    name: feature,
    test: new RegExp(
      String.raw`web[\\/]src[\\/]features[\\/]${feature}[\\/](?!.*(?:dialog|drawer|popup|popover))`,
    ),
    priority: 8,
    minShareCount: 2,
  })),
];
