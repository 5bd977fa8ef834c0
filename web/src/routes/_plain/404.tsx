import { createFileRoute } from "@tanstack/react-router";
import { MissingPage } from "../../shell/error-pages.tsx";
import { errorSearch, leaveBareError } from "../../lib/errors.ts";

export const Route = createFileRoute("/_plain/404")({
  validateSearch: errorSearch,
  beforeLoad: leaveBareError,
  component: Page,
});

function Page() {
  return <MissingPage search={Route.useSearch()} />;
}
