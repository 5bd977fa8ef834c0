import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Endpoint, EndpointInput, EndpointOutput } from "#contracts/endpoint.ts";
import { request, invalidate, type RequestInput } from "../lib/api/api-client.ts";
import { isReauthenticationCancelled } from "../lib/api/problem-error.ts";
import { problemMessage } from "../lib/i18n/messages.ts";
import { toast } from "../ui/toast.ts";
import type { ActionWithCode, RequestPreview } from "./code-samples/request-preview.ts";

interface ActionOptions<C extends Endpoint> {
  /** Queries that this mutation invalidates on success. */
  readonly invalidates: readonly Pick<Endpoint, "id">[];
  /** Names the action and its object: "train-02 is rebooting". */
  readonly successMessage?: (response: EndpointOutput<C>) => string;
}

/**
 * An endpoint behind a button. `run` throws a problem, for a dialog that shows it; `press` shows the problem itself.
 */
export function useEndpointAction<C extends Endpoint>(
  contract: C,
  { invalidates, successMessage }: ActionOptions<C>,
) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (input: EndpointInput<C> & RequestInput): Promise<EndpointOutput<C>> => {
    setBusy(true);
    try {
      const response = await request(contract, input);
      if (successMessage !== undefined) void toast({ title: successMessage(response) });
      await invalidate(client, ...invalidates);
      return response;
    } finally {
      setBusy(false);
    }
  };
  const press = async (input: EndpointInput<C> & RequestInput): Promise<void> => {
    try {
      await run(input);
    } catch (error) {
      if (!isReauthenticationCancelled(error))
        void toast({ tone: "danger", title: problemMessage(i18n, error) });
    }
  };
  /** The request for the code sample: the same input as `run` gets. */
  const code = (input: EndpointInput<C> & RequestInput): RequestPreview => ({
    call: contract,
    input,
  });
  /** Runs on click and offers the code sample, both with one input. */
  const now = (input: EndpointInput<C> & RequestInput): ActionWithCode => ({
    onSelect: () => void press(input),
    code: code(input),
  });
  return { run, press, code, now, busy };
}
