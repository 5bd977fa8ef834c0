import { Trans, useLingui } from "@lingui/react/macro";
import { AuthHeader } from "../features/auth/shared/auth-form.tsx";
import { problemMessage } from "../lib/i18n/messages.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/feedback.tsx";

/** Instead of a page for guests whose first request failed. */
export function GuestPageProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <AuthHeader title={t`This page could not be loaded`} />
      <Callout tone="danger">{problemMessage(i18n, error)}</Callout>
      <Button wide tone="primary" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </>
  );
}
