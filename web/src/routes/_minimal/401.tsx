import { createFileRoute } from "@tanstack/react-router";
import { UnauthorizedPage } from "../../shell/error-pages.tsx";
import { errorSearch, redirectEmptyErrorPage } from "../../lib/i18n/error-pages.ts";

export const Route = createFileRoute("/_minimal/401")({
  validateSearch: errorSearch,
  beforeLoad: redirectEmptyErrorPage,
  component: Page,
});

function Page() {
  return <UnauthorizedPage search={Route.useSearch()} />;
}
