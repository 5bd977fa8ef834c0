import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { requestRaw, type RequestInput, isMutation } from "../../lib/api/api-client.ts";
import { isReauthenticationCancelled, ProblemError } from "../../lib/api/problem-error.ts";
import { refetchSession } from "../../lib/session/session.ts";
import { fieldProblemMessage } from "../../lib/i18n/field-error-messages.ts";
import { type PlaygroundResponse, readResponse } from "./response.ts";
import type { DocumentedEndpoint } from "./openapi.ts";
import { fieldKeyForProblem } from "./fields.ts";
import { openapiQuery } from "./openapi-query.ts";

type Problems = Readonly<Record<string, string>>;

/** Sends the request and keeps its response; throws when there is none. */
export function useSendRequest(endpoint: DocumentedEndpoint) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [response, setResponse] = useState<PlaygroundResponse | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());

  const fieldProblems = (error: ProblemError): Problems =>
    Object.fromEntries(
      Object.entries(error.fields ?? {}).flatMap(([path, [first]]) => {
        const key = fieldKeyForProblem(endpoint.fields, path);
        return key === null || first === undefined ? [] : [[key, fieldProblemMessage(i18n, first)]];
      }),
    );
  /** Returns problem responses too, instead of throwing them. */
  const exchange = async (input: RequestInput): Promise<PlaygroundResponse | undefined> => {
    const responses: Promise<PlaygroundResponse>[] = [];
    try {
      await requestRaw(endpoint, input, {
        idempotencyKey,
        onResponse: (response, tookMs) => void responses.push(readResponse(response, tookMs)),
      });
    } catch (error) {
      const isResponse =
        error instanceof ProblemError && error.status > 0 && !isReauthenticationCancelled(error);
      if (!isResponse) throw error;
      setProblems(fieldProblems(error));
    }
    return responses.at(-1);
  };

  const run = async (input: RequestInput): Promise<void> => {
    setBusy(true);
    setProblems({});
    try {
      const received = await exchange(input);
      setResponse(received ?? null);
      // The request got a response, so the next one is a new request with a new key.
      setKey(crypto.randomUUID());
      if (!isMutation(endpoint) || received === undefined || received.status >= 300) return;
      // Other pages may show stale data now; the user's roles may have changed too.
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== openapiQuery.queryKey[0],
      });
      await refetchSession();
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    response,
    idempotencyKey,
    problems,
    /** Clears the error of a field that was edited. */
    forget: (key: string) =>
      setProblems((now) =>
        Object.fromEntries(Object.entries(now).filter(([each]) => each !== key)),
      ),
    run,
  };
}
