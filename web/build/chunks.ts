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

/** What signing in needs too. */
const first =
  /web[\\/]src[\\/](?:lib|brand|locales[\\/]en|ui[\\/](?:button|class-names|field|icons|mark|notices|spinner|toast(?:-host)?\.)|blocks[\\/](?:contract-form|error-page|form-frame|page-problem|reason)|shell[\\/](?:error-pages|not-found|plain-layout|brand-parts|relogin-host)|routes[\\/][^?]+\.tsx$)|contracts[\\/]src[\\/](?:auth|kit|text|permissions|money|rating)/;

export const chunkGroups: Group[] = [
  {
    name: "popups",
    test: /node_modules[\\/](?:@base-ui[\\/](?!.*combobox)|@floating-ui|tabbable|reselect)/,
    priority: 30,
  },
  {
    name: "vendor",
    test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack|@lingui|@messageformat|zod|use-sync-external-store|cookie-es|seroval|isbot)[\\/]|preload-helper|modulepreload|rolldown[\\/]runtime/,
    priority: 40,
  },
  { name: "first", test: first, priority: 20 },
  {
    name: "console",
    test: /web[\\/]src[\\/](?:shell|blocks|ui)[\\/](?!.*(?:dialog|drawer|popup|popover|toaster|combobox|auth-))|contracts[\\/]src[\\/]/,
    priority: 10,
    minShareCount: 2,
  },
];
