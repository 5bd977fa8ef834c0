import { Trans, useLingui } from "@lingui/react/macro";
import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { type ErrorComponentProps, Navigate, useRouter } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { findListed, type PageQuery } from "../lib/api/listed-query.ts";
import { isTransientError } from "../lib/api/query-client.ts";
import { isSensitiveRequest } from "../lib/api/sensitive-endpoints.ts";
import { errorPageFor } from "../lib/i18n/error-pages.ts";
import { ProblemError } from "../lib/api/problem-error.ts";
import { isMissingCode, lazyPart } from "../lib/browser/missing-code.ts";
import { reloadPage } from "../lib/browser/release.ts";
import { useOnMount } from "../lib/hooks/use-on-mount.ts";
import { saveReturnPath } from "../lib/session/return-path.ts";
import { currentSession } from "../lib/session/session.ts";
import { Button } from "../ui/button.tsx";
import { usePageCode } from "./code-samples/page-code.ts";
import { completePreview } from "./code-samples/request-preview.ts";
import { ErrorPage } from "./error-page.tsx";

const isSessionEnd = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === 401 && currentSession().status === "expired";

const TwoFactorRequired = lazyPart(() => import("./two-factor-required.tsx"));

const requiresTwoFactor = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === "two_factor_required";

/** Error component of routes: leads to the error page of the problem. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  // Location at the first render; a later render may already be on the error page.
  const [{ href: from, state }] = useState(() => router.state.location);
  // The page stays as it is behind the sign-in dialog.
  if (isSessionEnd(error)) return null;
  if (requiresTwoFactor(error))
    return (
      <Suspense>
        <TwoFactorRequired />
      </Suspense>
    );
  if (isMissingCode(error)) return <CodeMissing />;
  const { to, search } = errorPageFor(error);
  const retryState =
    error instanceof Error && isTransientError(error) ? { attempt: state.attempt ?? 0 } : {};
  if (to === "/auth/login") return <ToSignIn from={from} />;
  return <Navigate to={to} search={search} state={{ from, ...retryState }} replace />;
}

/** Leads to sign-in, which is another document, and back to the page afterwards. */
function ToSignIn({ from }: { from: string }) {
  useOnMount(() => {
    saveReturnPath(from, currentSession().self?.user.id ?? null);
    location.replace("/auth/login");
  });
  return null;
}

/** Shown when a page's code failed to load and there is no previous page to stay on. */
function CodeMissing() {
  const { t } = useLingui();
  const router = useRouter();
  return (
    <ErrorPage
      status="503"
      title={t`This page could not be loaded`}
      actions={
        <>
          <Button tone="primary" icon="refresh" onClick={() => void router.invalidate()}>
            <Trans>Retry</Trans>
          </Button>
          <Button onClick={() => reloadPage(null)}>
            <Trans>Reload</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Check your connection, then try again.</Trans>
      </p>
    </ErrorPage>
  );
}

const isPermissionLost = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === "permission_denied_missing_permission";

const pollMilliseconds = 4_000;

/**
 * The main query of a page. Until the first response, the object of a `listedQuery` is shown as its list has it. If the
 * first request fails, the error page of its problem is shown. If a refetch fails, the page stays and shows `error` itself,
 * unless the role has lost the permission: then its data must disappear.
 */
export function usePageQuery<T>(
  read: PageQuery<T>,
  how: {
    keepPrevious?: boolean;
    /** Whether the data is still changing. The page then asks again every few seconds: a log line causes no live event. */
    pollsWhile?: (data: T) => boolean;
  } = {},
): UseQueryResult<T> {
  usePageCode(
    "query",
    () => [{ item: null, actions: [{ label: null, preview: completePreview(read.sends) }] }],
    !isSensitiveRequest(read.sends),
  );
  const client = useQueryClient();
  const result = useQuery<T>({
    ...read,
    // The loader has already sent the request; a failed one is shown instead of retried.
    retryOnMount: false,
    refetchInterval: ({ state }) =>
      state.data !== undefined && how.pollsWhile?.(state.data) === true ? pollMilliseconds : false,
    placeholderData:
      how.keepPrevious === true ? keepPreviousData : () => findListed(client, read.listed),
  });
  const { error, data } = result;
  const stays = error instanceof ProblemError && (error.status === 0 || isSessionEnd(error));
  if (error !== null && !stays && (data === undefined || isPermissionLost(error))) throw error;
  return result;
}
