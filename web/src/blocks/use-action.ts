import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Call, Input, Output } from "#contracts/kit.ts";
import { call, refresh, type WireInput } from "../lib/client.ts";
import { isChangeOfMind } from "../lib/problem.ts";
import { wordProblem } from "../lib/wording.ts";
import { toast } from "../ui/toast.ts";
import type { Act, Requested } from "./code/requested.ts";

interface ActionOptions<C extends Call> {
  /** Reads this changes: asked for again once it is done. */
  readonly refreshes: readonly Pick<Call, "id">[];
  /** Names the action and its object: "train-02 is rebooting". */
  readonly done?: (answer: Output<C>) => string;
}

/**
 * A call behind a button. `run` throws a refusal, for a dialog that shows it; `press` shows it itself.
 */
export function useAction<C extends Call>(contract: C, { refreshes, done }: ActionOptions<C>) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (input: Input<C> & WireInput): Promise<Output<C>> => {
    setBusy(true);
    try {
      const answer = await call(contract, input);
      if (done !== undefined) void toast({ title: done(answer) });
      await refresh(client, ...refreshes);
      return answer;
    } finally {
      setBusy(false);
    }
  };
  const press = async (input: Input<C> & WireInput): Promise<void> => {
    try {
      await run(input);
    } catch (error) {
      if (!isChangeOfMind(error)) void toast({ tone: "bad", title: wordProblem(i18n, error) });
    }
  };
  /** The request as it is shown as code: the same input `run` gets. */
  const code = (input: Input<C> & WireInput): Requested => ({ call: contract, input });
  /** Done at once when pressed, and shown as code: one input for both. */
  const now = (input: Input<C> & WireInput): Act => ({
    onSelect: () => void press(input),
    code: code(input),
  });
  return { run, press, code, now, busy };
}
