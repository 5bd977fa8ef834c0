import { createFileRoute } from "@tanstack/react-router";
import { BrokenPage } from "../../shell/error-pages.tsx";
import { errorSearch, leaveBareError } from "../../lib/errors.ts";

export const Route = createFileRoute("/_plain/500")({
  validateSearch: errorSearch,
  beforeLoad: leaveBareError,
  component: Page,
});

function Page() {
  return <BrokenPage search={Route.useSearch()} />;
}
