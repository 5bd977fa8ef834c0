import { createFileRoute } from "@tanstack/react-router";
import { ServerErrorPage } from "../../shell/error-pages.tsx";
import { errorSearch, redirectEmptyErrorPage } from "../../lib/i18n/error-pages.ts";

export const Route = createFileRoute("/_minimal/500")({
  validateSearch: errorSearch,
  beforeLoad: redirectEmptyErrorPage,
  component: Page,
});

function Page() {
  return <ServerErrorPage search={Route.useSearch()} />;
}
