import { createFileRoute } from "@tanstack/react-router";
import { TooManyPage } from "../../shell/error-pages.tsx";
import { errorSearch, leaveBareError } from "../../lib/errors.ts";

export const Route = createFileRoute("/_plain/429")({
  validateSearch: errorSearch,
  beforeLoad: leaveBareError,
  component: Page,
});

function Page() {
  return <TooManyPage search={Route.useSearch()} />;
}
