/**
 * The texts of each error page. Only a known code from the URL selects a text; everything else is quoted as the
 * cause.
 */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useRouter } from "@tanstack/react-router";
import {
  isStaffPermission,
  permissionNames,
  rolesWithPermission,
  staffRolesWithPermission,
} from "#contracts/permissions.ts";
import { ErrorPage } from "../components/error-page.tsx";
import { type ErrorSearch, quotedOf, unknownWorkspaceOf } from "../lib/i18n/error-pages.ts";
import { formatDuration } from "../lib/i18n/format.ts";
import { defaultRetryAfterSeconds } from "../lib/api/problem-error.ts";
import { useSession } from "../lib/session/session.ts";
import { isImpersonating } from "../lib/session/signed-in.ts";
import { useCountdown } from "../lib/hooks/use-countdown.ts";
import { useMaintenanceEnd } from "../lib/hooks/use-maintenance-end.ts";
import { useProblemWords } from "../lib/hooks/use-words.ts";
import { consoleCodeMessage, workspaceRoleLabel, staffRoleLabel } from "../lib/i18n/messages.ts";
import { buttonClass } from "../ui/button.tsx";
import { RelativeTime } from "../ui/description-list.tsx";
import { AutomaticRetry, RetryButton, useRetry } from "./page-retry.tsx";

interface Props {
  readonly search: ErrorSearch;
}

/**
 * The message of the reason or the code in the URL, and the quoted parts beside it. Neither is shown while the messages
 * load. If they can't be loaded, the parts are quoted.
 */
function useQuoted(search: ErrorSearch) {
  const { i18n } = useLingui();
  const { reason = "", code = "" } = search;
  const words = useProblemWords()();
  if (words === undefined && reason + code !== "")
    return { explanation: null, quoted: quotedOf({ prettyCause: search.prettyCause }, true) };
  const why = words?.reasonMessage(i18n, reason) ?? null;
  const explanation =
    why ?? words?.problemCodeMessage(i18n, code) ?? consoleCodeMessage(i18n, code);
  const message = why === null ? search.message : undefined;
  return { explanation, quoted: quotedOf({ ...search, message }, explanation !== null) };
}

const HomeLink = ({ tone }: { tone?: "primary" | undefined }) => (
  <Link to="/" className={buttonClass(tone)}>
    <Trans>Go to home page</Trans>
  </Link>
);

/** The failed page again, where it is known, or the home page. */
const RetryOrHome = () => {
  const retry = useRetry();
  return (
    <>
      <RetryButton />
      <HomeLink tone={retry === null ? "primary" : undefined} />
    </>
  );
};

export function BadRequestPage({ search }: Props) {
  const { t } = useLingui();
  const { explanation, quoted } = useQuoted(search);
  return (
    <ErrorPage
      status="400"
      title={t`We couldn't process that`}
      {...quoted}
      actions={<HomeLink tone="primary" />}
    >
      {/* The message of the code alone repeats the title. */}
      {explanation !== null && search.code !== "bad_request" && <p>{explanation}</p>}
    </ErrorPage>
  );
}

export function UnauthorizedPage({ search }: Props) {
  const { t } = useLingui();
  const { explanation, quoted } = useQuoted(search);
  return (
    <ErrorPage
      status="401"
      title={t`Please sign in again`}
      {...quoted}
      actions={
        <a href="/auth/login" className={buttonClass("primary")}>
          <Trans>Sign in</Trans>
        </a>
      }
    >
      {explanation !== null && <p>{explanation}</p>}
    </ErrorPage>
  );
}

export function ForbiddenPage({ search }: Props) {
  const { t } = useLingui();
  const { self } = useSession();
  const cause = isExplained(search) ? undefined : search.cause;
  const { explanation, quoted } = useQuoted({ ...search, cause });
  return (
    <ErrorPage
      status="403"
      title={t`You don't have access to this`}
      {...quoted}
      actions={<HomeLink tone="primary" />}
    >
      <p>
        {self !== null && isImpersonating(self) ? (
          <Trans>
            You're acting as {self.user.email}. Staff can't do this on a customer's behalf.
          </Trans>
        ) : (
          <PermissionHelp cause={search.cause} otherwise={explanation} />
        )}
      </p>
    </ErrorPage>
  );
}

const isExplained = ({ cause = "" }: ErrorSearch): boolean =>
  cause === "staff" || isStaffPermission(cause) || permissionNames.some((name) => name === cause);

/** The missing permission, the roles that hold it, and the members who can grant it. */
function PermissionHelp({
  cause = "",
  otherwise,
}: {
  cause?: string | undefined;
  otherwise: string | null;
}) {
  const { t, i18n } = useLingui();
  if (cause === "staff")
    return (
      <Trans>
        You need a staff role. IT Admins assign them at <code>/admin/staff</code>.
      </Trans>
    );
  if (isStaffPermission(cause)) {
    const roles = staffRolesWithPermission(cause)
      .map((role) => staffRoleLabel(i18n, role))
      .join(", ");
    return (
      <Trans>
        You need the staff permission <code>{cause}</code>. Staff roles that have it: {roles}. An IT
        Admin can change your role.
      </Trans>
    );
  }
  const permission = permissionNames.find((name) => name === cause);
  if (permission === undefined) return otherwise ?? t`Ask the workspace owner to change your role.`;
  const roles = rolesWithPermission(permission)
    .map((role) => workspaceRoleLabel(i18n, role))
    .join(", ");
  return (
    <Trans>
      You need the permission <code>{permission}</code>. Roles that have it: {roles}. Ask the
      workspace owner to change your role.
    </Trans>
  );
}

export function NotFoundErrorPage({ search }: Props) {
  const { t } = useLingui();
  const { self } = useSession();
  const roles = self?.userWorkspaceRoles ?? [];
  const handle = unknownWorkspaceOf(search);
  const { quoted } = useQuoted(handle === null ? search : { ...search, message: undefined });
  return (
    <ErrorPage
      status="404"
      title={t`We can't find that`}
      {...quoted}
      actions={<HomeLink tone="primary" />}
    >
      {handle === null ? (
        <p>{t`The page doesn't exist or was removed.`}</p>
      ) : (
        <>
          <p>{t`Workspace ${handle} not found`}</p>
          <p>{t`It doesn't exist, or you aren't a member of it.`}</p>
        </>
      )}
      {roles.length > 0 && (
        <p>
          <Trans>Your workspaces:</Trans>{" "}
          {roles.map((role, position) => (
            <span key={role.handle}>
              {position > 0 && ", "}
              <Link to="/$workspace" params={{ workspace: role.handle }}>
                {role.name}
              </Link>
            </span>
          ))}
        </p>
      )}
    </ErrorPage>
  );
}

export function MaintenancePage({ search }: Props) {
  const { t } = useLingui();
  const { maintenanceSince, maintenanceMessage } = useSession();
  const retry = useRetry();
  const router = useRouter();
  const title = t`We're doing maintenance. Running instances are not affected`;
  const isOver = useMaintenanceEnd(() => {
    if (retry !== null) retry();
    else void router.navigate({ to: "/", replace: true });
  });
  // The message of the server is shown as it is; a message from the URL is quoted.
  const message = maintenanceMessage === null ? search.message : undefined;
  const { quoted } = useQuoted({ ...search, message });
  if (isOver)
    return (
      <ErrorPage status="423" title={t`Maintenance is over`} actions={<RetryOrHome />}>
        <p>{t`You can use the console again.`}</p>
      </ErrorPage>
    );
  return (
    <ErrorPage status="423" title={title} cause={quoted.cause} actions={<RetryButton />}>
      {maintenanceMessage !== null && <p>{maintenanceMessage}</p>}
      {maintenanceSince !== null && (
        <p>
          <Trans>
            It started <RelativeTime at={maintenanceSince} exact />. This page reloads automatically
            when it's over.
          </Trans>
        </p>
      )}
    </ErrorPage>
  );
}

export function RateLimitedPage({ search }: Props) {
  const { t } = useLingui();
  const retry = useRetry();
  const seconds = search.seconds === undefined ? defaultRetryAfterSeconds : Number(search.seconds);
  // Retries once automatically; if that fails too, the user retries.
  const left = useCountdown(seconds, () => retry?.());
  const wait = formatDuration(left);
  const title =
    retry === null
      ? t`Too many requests. Try again in ${wait}`
      : t`Too many requests. Retrying in ${wait}`;
  return (
    <ErrorPage
      status="429"
      title={left > 0 ? title : t`Too many requests`}
      requestId={useQuoted(search).quoted.requestId}
      actions={left === 0 ? <RetryOrHome /> : <HomeLink />}
    >
      <p>
        <Trans>This keeps the service fast for everyone.</Trans>
      </p>
    </ErrorPage>
  );
}

export function ServerErrorPage({ search }: Props) {
  const { t } = useLingui();
  const { explanation, quoted } = useQuoted(search);
  return (
    <ErrorPage
      status="500"
      title={t`Something broke on our side`}
      {...quoted}
      actions={<RetryOrHome />}
    >
      <p>
        <Trans>Your instances keep running, and no partial changes were saved.</Trans>
      </p>
      {explanation !== null && search.code !== "internal" && <p>{explanation}</p>}
      <AutomaticRetry />
    </ErrorPage>
  );
}
