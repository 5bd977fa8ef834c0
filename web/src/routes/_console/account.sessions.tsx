import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { usePageTitle } from "../../lib/use-page-title.ts";
import { PageHead } from "../../ui/page.tsx";

export const Route = createFileRoute("/_console/account/sessions")({ component: Sessions });

function Sessions() {
  const { t } = useLingui();
  usePageTitle(t`Sessions`);
  return <PageHead title={t`Sessions`} />;
}
