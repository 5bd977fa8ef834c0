import { createFileRoute } from "@tanstack/react-router";
import { SignInAgainPage } from "../../shell/error-pages.tsx";
import { errorSearch, leaveBareError } from "../../lib/errors.ts";

export const Route = createFileRoute("/_plain/401")({
  validateSearch: errorSearch,
  beforeLoad: leaveBareError,
  component: Page,
});

function Page() {
  return <SignInAgainPage search={Route.useSearch()} />;
}
