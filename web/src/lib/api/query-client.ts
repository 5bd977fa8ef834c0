import { QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import { isTransientError } from "./api-client.ts";
import { copySnapshot } from "./data-freshness.ts";

const staleTimeMilliseconds = 10_000;

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
