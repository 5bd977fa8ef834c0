import { QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import { copySnapshot } from "./data-freshness.ts";
import { ProblemError } from "./problem-error.ts";

const staleTimeMilliseconds = 10_000;

/** Whether a retry may help at once: no response, or a server that is still starting. */
export const isTransientError = (error: Error): boolean =>
  error instanceof ProblemError &&
  (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleTimeMilliseconds,
        structuralSharing: (before, after) => {
          const stored: unknown = replaceEqualDeep(before, after);
          copySnapshot(after, stored);
          return stored;
        },
        retry: (failures, error) => failures < 2 && isTransientError(error),
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
      },
      mutations: { retry: false },
    },
  });
