import { createFileRoute } from "@tanstack/react-router";
import { ForbiddenPage } from "../../shell/error-pages.tsx";
import { errorSearch, redirectEmptyErrorPage } from "../../lib/i18n/error-pages.ts";

export const Route = createFileRoute("/_minimal/403")({
  validateSearch: errorSearch,
  beforeLoad: redirectEmptyErrorPage,
  component: Page,
});

function Page() {
  return <ForbiddenPage search={Route.useSearch()} />;
}
