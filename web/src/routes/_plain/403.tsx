import { createFileRoute } from "@tanstack/react-router";
import { ForbiddenPage } from "../../shell/error-pages.tsx";
import { errorSearch, leaveBareError } from "../../lib/errors.ts";

export const Route = createFileRoute("/_plain/403")({
  validateSearch: errorSearch,
  beforeLoad: leaveBareError,
  component: Page,
});

function Page() {
  return <ForbiddenPage search={Route.useSearch()} />;
}
