import { QueryClient } from "@tanstack/react-query";
import { isPassing } from "./client.ts";

const freshMilliseconds = 10_000;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMilliseconds,
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
      },
      mutations: { retry: false },
    },
  });
