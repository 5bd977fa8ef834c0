import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { usePageTitle } from "../lib/hooks/use-page-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/feedback.tsx";
import { PageHeader } from "../ui/page.tsx";

/** Replaces a page of the staff area for staff without two-factor authentication. */
export default function TwoFactorRequired() {
  const { t } = useLingui();
  const title = t`Two-factor authentication required`;
  usePageTitle(title);
  return (
    <>
      <PageHeader title={t`Admin area`} />
      <Card>
        <EmptyState
          title={title}
          actions={
            <Link to="/account/security" className={buttonClass("primary")}>
              <Trans>Set up two-factor authentication</Trans>
            </Link>
          }
        >
          <Trans>
            Anyone with access to customer data must use two-factor authentication. Setting it up
            with an authenticator app takes about a minute.
          </Trans>
        </EmptyState>
      </Card>
    </>
  );
}
