import { createFileRoute } from "@tanstack/react-router";
import { MaintenancePage } from "../../shell/error-pages.tsx";
import { errorSearch, redirectEmptyErrorPage } from "../../lib/i18n/error-pages.ts";

export const Route = createFileRoute("/_minimal/423")({
  validateSearch: errorSearch,
  beforeLoad: redirectEmptyErrorPage,
  component: Page,
});

function Page() {
  return <MaintenancePage search={Route.useSearch()} />;
}
