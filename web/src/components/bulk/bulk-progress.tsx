import { Trans, useLingui } from "@lingui/react/macro";
import { ProblemError } from "../../lib/api/problem-error.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Status, type StatusShape, type StatusTone } from "../../ui/status.tsx";
import type { BulkAction } from "./bulk-action.ts";
import type { BulkState } from "./bulk-run.ts";
import styles from "./bulk.module.css";

interface BulkProgressProps {
  readonly action: BulkAction;
  readonly states: ReadonlyMap<string, BulkState>;
  readonly isRunning: boolean;
  readonly retryLabel: string;
  /** Sends the requests again that failed or were not sent; null when there are none. */
  readonly onRetry: (() => void) | null;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

interface ResultRow {
  readonly id: string;
  readonly name: string;
  readonly tone: StatusTone;
  readonly shape: StatusShape;
  readonly label: string;
  readonly detail: string | null;
}

const isEnded = (state: BulkState | undefined): boolean =>
  state !== undefined && state.kind !== "unsent" && state.kind !== "running";

/** The rows of an action on several rows while it runs, and their results. */
export function BulkProgress({
  action,
  states,
  isRunning,
  retryLabel,
  onRetry,
  onStop,
  onClose,
}: BulkProgressProps) {
  const { t } = useLingui();
  const rows = useResultRows(action, states, isRunning);
  const all = rows.length;
  const done = action.items.filter(({ id }) => states.get(id)?.kind === "done").length;
  const ended = action.items.filter(({ id }) => isEnded(states.get(id))).length;
  const total = action.items.length;
  return (
    <Dialog
      open
      onClose={isRunning ? () => undefined : onClose}
      title={isRunning ? action.confirmLabel : t`Done for ${done} of ${all}`}
      actions={
        isRunning ? (
          <Button onClick={onStop}>
            <Trans>Stop</Trans>
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            {onRetry !== null && (
              <Button tone="primary" onClick={onRetry}>
                {retryLabel}
              </Button>
            )}
          </>
        )
      }
    >
      <div aria-live="polite" className={styles["summary"]}>
        {isRunning ? (
          <>
            <p>{t`${ended} of ${total} requests answered`}</p>
            <progress className={styles["progress"]} max={total} value={ended} aria-hidden="true" />
          </>
        ) : (
          done > 0 && <p>{action.doneMessage(done)}</p>
        )}
      </div>
      <table className={styles["results"]}>
        <caption className="visually-hidden">{t`Results`}</caption>
        <tbody>
          {rows.map(({ id, name, tone, shape, label, detail }) => (
            <tr key={id}>
              <th scope="row" translate="no">
                {name}
              </th>
              <td>
                <Status tone={tone} shape={shape}>
                  {label}
                </Status>
                {detail !== null && <span className={styles["detail"]}>{detail}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

/** One row for each selected item. When the action has ended, what needs attention comes first. */
function useResultRows(
  { items, impossible, doneLabel }: BulkAction,
  states: ReadonlyMap<string, BulkState>,
  isRunning: boolean,
): readonly ResultRow[] {
  const { t, i18n } = useLingui();
  const look = (state: BulkState): Omit<ResultRow, "id" | "name"> => {
    switch (state.kind) {
      case "unsent":
        return isRunning
          ? { tone: "idle", shape: "hollow", label: t`Waiting`, detail: null }
          : { tone: "warn", shape: "hollow", label: t`Not sent`, detail: null };
      case "running":
        return { tone: "busy", shape: "spinner", label: t`Sending`, detail: null };
      case "done":
        return { tone: "ok", shape: "dot", label: doneLabel, detail: null };
      case "rejected":
        return {
          tone: "warn",
          shape: "diamond",
          label: t`Not possible`,
          detail: problemMessage(i18n, state.problem),
        };
      case "failed":
        return {
          tone: "danger",
          shape: "square",
          label: t`Failed`,
          detail:
            state.problem instanceof ProblemError
              ? problemMessage(i18n, state.problem)
              : t`The response didn't arrive.`,
        };
    }
  };
  const possible = items.map(({ id, name }) => {
    const state = states.get(id) ?? { kind: "unsent" };
    return { id, name, rank: rankOf(state), ...look(state) };
  });
  const notPossible = impossible.map(({ id, name, reason }) => ({
    id,
    name,
    rank: 2,
    tone: "warn" as const,
    shape: "diamond" as const,
    label: t`Not possible`,
    detail: reason,
  }));
  const rows = [...possible, ...notPossible];
  return isRunning ? rows : rows.toSorted((one, other) => one.rank - other.rank);
}

const rankOf = ({ kind }: BulkState): number =>
  kind === "failed" ? 0 : kind === "unsent" ? 1 : kind === "rejected" ? 2 : 3;
