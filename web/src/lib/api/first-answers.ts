/** The first answers of a page for guests, which has no query cache. */
import type { Endpoint, EndpointInput, EndpointOutput } from "#contracts/endpoint.ts";
import { perPage } from "../browser/page-scope.ts";
import { type RequestInput, request } from "./api-client.ts";
import type { PageAnswers } from "./page-answers.ts";

const store = perPage<{ answers: PageAnswers["answers"] }>(() => ({ answers: [] }));

/** Keeps the answers that came with the page. */
export function keepFirstAnswers({ answers }: PageAnswers): void {
  store().answers = answers;
}

const isAnswerOf = <C extends Endpoint>(
  _contract: C,
  data: object,
): data is EndpointOutput<C> & object => Object.keys(data).length > 0;

/** The answer that came with the page; without one, the endpoint is requested. */
export async function loadFirst<C extends Endpoint>(
  contract: C,
  input: EndpointInput<C> & RequestInput,
): Promise<EndpointOutput<C>> {
  const data = store().answers.find(
    ({ id, path }) =>
      id === contract.id && JSON.stringify(path) === JSON.stringify(input.path ?? null),
  )?.data;
  return data !== undefined && isAnswerOf(contract, data) ? data : await request(contract, input);
}
