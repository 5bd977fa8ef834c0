import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { usePageTitle } from "../lib/use-page-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/notices.tsx";
import { PageHead } from "../ui/page.tsx";

/** In place of a page of the staff area, for staff who have none yet. */
export default function SecondFactorNeeded() {
  const { t } = useLingui();
  const title = t`Staff need a second factor`;
  usePageTitle(title);
  return (
    <>
      <PageHead title={t`Staff area`} />
      <Card>
        <Empty
          title={title}
          actions={
            <Link to="/account/security" className={buttonClass("primary")}>
              <Trans>Turn it on</Trans>
            </Link>
          }
        >
          <Trans>
            Who sees customers' data signs in with more than a password. It takes a minute, with an
            authenticator app.
          </Trans>
        </Empty>
      </Card>
    </>
  );
}
