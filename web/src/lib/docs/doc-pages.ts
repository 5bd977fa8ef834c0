/** The pages of the customer documentation, in reading order. Each is a Markdown file per language in docs/customers. */
export const docSlugs = [
  "getting-started",
  "instances",
  "ssh-keys",
  "projects-and-members",
  "roles",
  "access-tokens",
  "api",
  "webhooks",
  "billing",
  "energy",
  "security",
] as const;
export type DocSlug = (typeof docSlugs)[number];

/** A page of the documentation, or one of its headings: `instances#billing`. */
export type DocTarget = DocSlug | `${DocSlug}#${string}`;

export const isDocSlug = (text: string): text is DocSlug => docSlugs.some((slug) => slug === text);

/** The page and the heading of a target; null for text that names no page. */
export function parseDocTarget(target: string): { page: DocSlug; hash: string } | null {
  const [page = "", hash = ""] = target.split("#");
  return isDocSlug(page) ? { page, hash } : null;
}
