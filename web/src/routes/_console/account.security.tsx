import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { usePageTitle } from "../../lib/use-page-title.ts";
import { PageHead } from "../../ui/page.tsx";

export const Route = createFileRoute("/_console/account/security")({ component: Security });

function Security() {
  const { t } = useLingui();
  usePageTitle(t`Security`);
  return <PageHead title={t`Security`} />;
}
