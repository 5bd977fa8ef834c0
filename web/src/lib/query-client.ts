import { QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import { isPassing } from "./client.ts";
import { passOnSeen } from "./seen-changes.ts";

const freshMilliseconds = 10_000;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMilliseconds,
        structuralSharing: (before, after) => {
          const kept: unknown = replaceEqualDeep(before, after);
          passOnSeen(after, kept);
          return kept;
        },
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
      },
      mutations: { retry: false },
    },
  });
