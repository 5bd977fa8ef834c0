/**
 * The first answers of this page, which the server put into its HTML. They enter the query cache before the first
 * render, with the freshness that they had when the page arrived.
 */
import type { QueryClient } from "@tanstack/react-query";
import type { Endpoint } from "#contracts/endpoint.ts";
import { endpointKey } from "./api-client.ts";
import { recordSnapshot } from "./data-freshness.ts";
import { pageReceivedAt } from "./server-clock.ts";

interface PageAnswer {
  readonly id: string;
  readonly path: Readonly<Record<string, string>> | null;
  readonly query: Readonly<Record<string, string>> | null;
  /** Snapshot of the database, as in `X-Seen-Changes`. */
  readonly seen: string | null;
  readonly data: object;
}

export interface PageAnswers {
  /** The server's time as in a `Date` header. */
  readonly now: string;
  readonly answers: readonly PageAnswer[];
}

let isTaken = false;

/** Whether this page came with answers, which are older than its live stream. */
export const hasPageAnswers = (): boolean => isTaken;

/** Takes the answers out of the document; null if there are none. */
export function takePageAnswers(): PageAnswers | null {
  const block = document.getElementById("page-answers");
  if (block === null) return null;
  block.remove();
  isTaken = true;
  return JSON.parse(block.textContent);
}

/** Puts the answers into the query cache. Answers that no query asks for are dropped by the cache after a while. */
export function addToQueryCache(client: QueryClient, { answers }: PageAnswers): void {
  const updatedAt = pageReceivedAt();
  for (const { id, path, query, seen, data } of answers) {
    recordSnapshot(data, seen);
    client.setQueryData(
      endpointKey({ id }, { path: path ?? undefined, query: query ?? undefined }),
      data,
      {
        updatedAt,
      },
    );
  }
}

/** The data of an endpoint without parameters. */
export const findPageAnswer = (
  { answers }: PageAnswers,
  { id }: Pick<Endpoint, "id">,
): object | null => answers.find((answer) => answer.id === id)?.data ?? null;
