import { createFileRoute } from "@tanstack/react-router";
import { BadRequestPage } from "../../shell/error-pages.tsx";
import { errorSearch, redirectEmptyErrorPage } from "../../lib/i18n/error-pages.ts";

export const Route = createFileRoute("/_minimal/400")({
  validateSearch: errorSearch,
  beforeLoad: redirectEmptyErrorPage,
  component: Page,
});

function Page() {
  return <BadRequestPage search={Route.useSearch()} />;
}
