import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { BulkAction, BulkItem } from "./bulk-action.ts";
import { BulkConfirmation } from "./bulk-confirmation.tsx";
import { BulkProgress } from "./bulk-progress.tsx";
import { type BulkState, runBulk } from "./bulk-run.ts";
import { requestUntyped } from "../../lib/api/api-client.ts";
import { toast } from "../../ui/toast.ts";

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

interface Run {
  readonly states: ReadonlyMap<string, BulkState>;
  readonly isRunning: boolean;
  readonly controller: AbortController;
}

/** Asks for one action on several rows, runs it and shows the result of each row. */
export default function BulkDialog({
  action,
  onClose,
}: {
  action: BulkAction;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [run, setRun] = useState<Run | null>(null);
  // A retry repeats the key: a request that was executed without its response arriving has no second effect.
  const [keys] = useState(() => new Map(action.items.map(({ id }) => [id, crypto.randomUUID()])));

  const start = async (items: readonly BulkItem[], before: ReadonlyMap<string, BulkState>) => {
    const controller = new AbortController();
    let states = new Map(before);
    for (const { id } of items) states.set(id, { kind: "unsent" });
    setRun({ states, isRunning: true, controller });
    await runBulk({
      items,
      signal: controller.signal,
      wait,
      send: ({ id, request: { call, input } }) =>
        requestUntyped(call, input, { idempotencyKey: keys.get(id) }),
      onState: ({ id }, state) => {
        states = new Map(states).set(id, state);
        setRun({ states, isRunning: true, controller });
      },
    });
    setRun({ states, isRunning: false, controller });
    await action.onChanged();
    const isAllDone = [...states.values()].every(({ kind }) => kind === "done");
    if (!isAllDone || action.impossible.length > 0) return;
    void toast({ title: action.doneMessage(action.items.length) });
    onClose();
  };

  if (run === null) {
    return (
      <BulkConfirmation
        action={action}
        onConfirm={() => void start(action.items, new Map())}
        onClose={onClose}
      />
    );
  }
  const repeatable = action.items.filter(({ id }) => {
    const kind = run.states.get(id)?.kind;
    return kind === "failed" || kind === "unsent";
  });
  return (
    <BulkProgress
      action={action}
      states={run.states}
      isRunning={run.isRunning}
      retryLabel={t`Retry ${repeatable.length}`}
      onRetry={repeatable.length === 0 ? null : () => void start(repeatable, run.states)}
      onStop={() => run.controller.abort()}
      onClose={onClose}
    />
  );
}
