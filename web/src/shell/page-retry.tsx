/** Opens a failed page again: by a button, or as soon as the server answers. */
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { useServerRecovery } from "../lib/hooks/use-server-recovery.ts";
import { formatDuration } from "../lib/i18n/format.ts";
import { Button } from "../ui/button.tsx";

/** Navigates back to the page that failed; null when it is unknown. */
export function useRetry(): ((attempt?: number) => void) | null {
  const router = useRouter();
  const client = useQueryClient();
  const from = useRouterState({ select: ({ location }) => location.state.from });
  if (from === undefined) return null;
  return (attempt) => {
    // The router shows a page that it knows before it loads it again: a remembered failure would lead back here.
    client.removeQueries({ predicate: ({ state }) => state.status === "error" });
    router.history.replace(from, attempt === undefined ? {} : { attempt });
  };
}

export function RetryButton() {
  const retry = useRetry();
  return (
    retry !== null && (
      <Button tone="primary" icon="refresh" onClick={() => retry()}>
        <Trans>Try again</Trans>
      </Button>
    )
  );
}

/** Opens the failed page again as soon as the server answers, where the problem may pass by itself. */
export function AutomaticRetry() {
  const retry = useRetry();
  const attempt = useRouterState({ select: ({ location }) => location.state.attempt });
  return retry === null || attempt === undefined ? null : (
    <RetryCountdown attempt={attempt} onAnswer={retry} />
  );
}

function RetryCountdown(props: { attempt: number; onAnswer: (attempt: number) => void }) {
  const left = useServerRecovery(props.attempt, props.onAnswer);
  const wait = formatDuration(left);
  return (
    <p>
      {left > 0 ? (
        <Trans>This page opens as soon as the server responds. Next try in {wait}.</Trans>
      ) : (
        <Trans>Trying again…</Trans>
      )}
    </p>
  );
}
