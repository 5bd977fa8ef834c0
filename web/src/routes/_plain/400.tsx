import { createFileRoute } from "@tanstack/react-router";
import { BadRequestPage } from "../../shell/error-pages.tsx";
import { errorSearch, leaveBareError } from "../../lib/errors.ts";

export const Route = createFileRoute("/_plain/400")({
  validateSearch: errorSearch,
  beforeLoad: leaveBareError,
  component: Page,
});

function Page() {
  return <BadRequestPage search={Route.useSearch()} />;
}
