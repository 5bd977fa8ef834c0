import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { usePageTitle } from "../../lib/use-page-title.ts";
import { PageHead } from "../../ui/page.tsx";

export const Route = createFileRoute("/_console/account/general")({ component: General });

function General() {
  const { t } = useLingui();
  usePageTitle(t`General`);
  return <PageHead title={t`General`} />;
}
