import { useLingui } from "@lingui/react/macro";
import { createFileRoute, redirect } from "@tanstack/react-router";
import { preloadDoc } from "../features/docs/doc-files.ts";
import { DocPage } from "../features/docs/doc-page.tsx";
import { DocsFrame } from "../features/docs/docs-frame.tsx";
import { type DocSlug, isDocSlug } from "../lib/docs/doc-pages.ts";
import { currentLocale } from "../lib/i18n/page-i18n.ts";

/** A page that does not exist leads to the first page of the documentation. */
function requireDocSlug(page: string): DocSlug {
  if (isDocSlug(page)) return page;
  throw redirect({ to: "/docs", replace: true });
}

export const Route = createFileRoute("/docs/$page")({
  beforeLoad: ({ params: { page } }) => ({ slug: requireDocSlug(page) }),
  loader: ({ context: { slug } }) => preloadDoc(currentLocale(), slug),
  component: Page,
});

function Page() {
  const { i18n } = useLingui();
  const { slug } = Route.useRouteContext();
  return (
    <DocsFrame>
      <DocPage key={`${i18n.locale} ${slug}`} slug={slug} />
    </DocsFrame>
  );
}
