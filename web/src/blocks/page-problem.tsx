import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type ErrorComponentProps, Navigate, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { Read } from "../lib/client.ts";
import { errorPageFor } from "../lib/errors.ts";
import { ProblemError } from "../lib/problem.ts";
import { rememberRoute } from "../lib/route-me.ts";
import { currentSession } from "../lib/session.ts";

const isSessionEnd = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === 401 && currentSession().standing === "expired";

const SecondFactorNeeded = lazy(() => import("./second-factor-needed.tsx"));

const needsSecondFactor = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === "two_factor_required";

/** A navigation that met a refusal goes to the page of that refusal. */
export function PageProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  // Of the first render: the next one may already stand on the error page.
  const [from] = useState(() => router.state.location.href);
  // The page waits as it is behind the dialog that asks for the password.
  if (isSessionEnd(error)) return null;
  if (needsSecondFactor(error))
    return (
      <Suspense>
        <SecondFactorNeeded />
      </Suspense>
    );
  const { to, search } = errorPageFor(error);
  if (to === "/auth/login") rememberRoute(from, currentSession().self?.user.id ?? null);
  return <Navigate to={to} search={search} state={{ from }} replace />;
}

/**
 * The read a page is about. Refused at first: the page of that refusal. Refused later, or out of
 * reach: the page stays and says so itself, by `error`.
 */
export function usePageQuery<T>(
  read: Read<T>,
  how: { keepPrevious?: boolean } = {},
): UseQueryResult<T> {
  const result = useQuery<T>({
    ...read,
    // The loader has asked already; a refusal is shown, not asked for twice.
    retryOnMount: false,
    ...(how.keepPrevious === true ? { placeholderData: keepPreviousData } : {}),
  });
  const { error, data } = result;
  const stays = error instanceof ProblemError && (error.status === 0 || isSessionEnd(error));
  if (error !== null && data === undefined && !stays) throw error;
  return result;
}
