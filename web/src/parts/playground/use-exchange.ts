import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deliver, type WireInput, writes } from "../../lib/client.ts";
import { isChangeOfMind, ProblemError } from "../../lib/problem.ts";
import { reloadSelf } from "../../lib/session.ts";
import { wordField } from "../../lib/wording.ts";
import { type Answer, readAnswer } from "./answer.ts";
import type { DocumentCall } from "./document.ts";
import { keyOfProblem } from "./fields.ts";
import { documentRead } from "./document-read.ts";

type Problems = Readonly<Record<string, string>>;

/** Makes the call and keeps its answer; throws where there was none. */
export function useExchange(call: DocumentCall) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());

  const problemsOf = (error: ProblemError): Problems =>
    Object.fromEntries(
      Object.entries(error.fields ?? {}).flatMap(([path, [first]]) => {
        const key = keyOfProblem(call.fields, path);
        return key === null || first === undefined ? [] : [[key, wordField(i18n, first)]];
      }),
    );
  /** A refusal is an answer too. */
  const exchange = async (input: WireInput): Promise<Answer | undefined> => {
    const heard: Promise<Answer>[] = [];
    try {
      await deliver(call, input, {
        idempotencyKey,
        heard: (response, tookMs) => void heard.push(readAnswer(response, tookMs)),
      });
    } catch (error) {
      const isAnswer = error instanceof ProblemError && error.status > 0 && !isChangeOfMind(error);
      if (!isAnswer) throw error;
      setProblems(problemsOf(error));
    }
    return heard.at(-1);
  };

  const run = async (input: WireInput): Promise<void> => {
    setBusy(true);
    setProblems({});
    try {
      const told = await exchange(input);
      setAnswer(told ?? null);
      // It was answered: the next one is another one, and not this one again.
      setKey(crypto.randomUUID());
      if (!writes(call) || told === undefined || told.status >= 300) return;
      // What the rest of the console shows may be another thing now, one's own roles too.
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== documentRead.queryKey[0],
      });
      await reloadSelf();
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    answer,
    idempotencyKey,
    problems,
    /** What was refused there was changed. */
    forget: (key: string) =>
      setProblems((now) =>
        Object.fromEntries(Object.entries(now).filter(([each]) => each !== key)),
      ),
    run,
  };
}
