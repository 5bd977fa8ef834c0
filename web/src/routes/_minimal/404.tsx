import { createFileRoute } from "@tanstack/react-router";
import { NotFoundErrorPage } from "../../shell/error-pages.tsx";
import { errorSearch, redirectEmptyErrorPage } from "../../lib/i18n/error-pages.ts";

export const Route = createFileRoute("/_minimal/404")({
  validateSearch: errorSearch,
  beforeLoad: redirectEmptyErrorPage,
  component: Page,
});

function Page() {
  return <NotFoundErrorPage search={Route.useSearch()} />;
}
