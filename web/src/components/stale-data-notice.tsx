import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { ProblemError } from "../lib/api/problem-error.ts";
import { problemMessage } from "../lib/i18n/messages.ts";
import { useSession } from "../lib/session/session.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/feedback.tsx";

/** Shown when a refetch of the displayed data failed. */
export function StaleDataNotice({
  result,
}: {
  result: Pick<UseQueryResult, "error" | "refetch" | "data">;
}) {
  const { i18n } = useLingui();
  const { error } = result;
  const { maintenanceSince } = useSession();
  if (error === null) return null;
  // The maintenance banner already covers the whole page.
  if (maintenanceSince !== null && error instanceof ProblemError && error.status === 423)
    return null;
  const isNotFound = error instanceof ProblemError && error.status === 404;
  // A retry after a lost permission gets the same response.
  const isFinal = isNotFound || (error instanceof ProblemError && error.status === 403);
  return (
    <div style={{ marginBottom: 16 }}>
      <Callout
        tone={isNotFound ? "warn" : "danger"}
        action={
          !isFinal && (
            <Button icon="refresh" onClick={() => void result.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          )
        }
      >
        {isNotFound ? (
          <p>
            <Trans>This no longer exists. You're seeing the last known data.</Trans>
          </p>
        ) : (
          <p>{problemMessage(i18n, error)}</p>
        )}
      </Callout>
    </div>
  );
}
