import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { type Overview, workspaces } from "#contracts/workspaces.ts";
import { endpointQuery } from "../lib/api/api-client.ts";
import { formatMoneyAmount, formatHourlyRate, formatInteger } from "../lib/i18n/format.ts";
import { currentWorkspaceRole } from "../lib/session/route-guards.ts";
import { useLocaleSettings } from "../lib/i18n/i18n.ts";
import { hasPermission, useOptionalWorkspace } from "../lib/session/permissions.ts";
import { useSessionInfo } from "../lib/session/session.ts";
import { useInitialQueriesSettled } from "../lib/hooks/use-initial-queries-settled.ts";
import { workspaceRoleLabel, staffRoleLabel } from "../lib/i18n/messages.ts";
import { countCartLines, useKeptCart } from "../lib/browser/kept-cart.ts";
import { Icon } from "../ui/icons.tsx";
import { WorkspaceAvatar } from "../ui/avatar.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { Skeleton } from "../ui/feedback.tsx";
import { type AdminNavigationItem, visibleAdminNavigation } from "./admin-navigation.ts";
import { BrandLink } from "./brand.tsx";
import {
  type AccountNavigationItem,
  accountNavigation,
  findNavigationItem,
  type NavigationGroup,
  useConsoleArea,
  workspaceNavigation,
} from "./navigation.ts";
import styles from "./sidebar.module.css";

/** The sidebar: current area, navigation and current cost. */
export function Sidebar() {
  const area = useConsoleArea();
  return (
    <div className={styles["sidebar"]}>
      <div className={styles["brand"]}>
        <BrandLink />
      </div>
      {area === "admin" ? <StaffAreaBadge /> : <WorkspaceSwitcher />}
      <AreaNavigation />
    </div>
  );
}

/** The workspace of the page. The documentation keeps the sidebar of the current workspace, as the way back. */
function useSidebarWorkspace(): WorkspaceRole | null {
  const role = useOptionalWorkspace();
  const area = useConsoleArea();
  const current = currentWorkspaceRole(useSessionInfo());
  return area === "docs" ? current : role;
}

function AreaNavigation() {
  const role = useSidebarWorkspace();
  const area = useConsoleArea();
  const self = useSessionInfo();
  if (role !== null) return <WorkspaceNavigation key={role.handle} role={role} />;
  if (area === "admin") return <SecondaryNavigation groups={visibleAdminNavigation(self)} />;
  if (area === "account") return <SecondaryNavigation groups={accountNavigation} />;
  return <WorkspacelessNavigation />;
}

function WorkspaceSwitcher() {
  const { t, i18n } = useLingui();
  const { userWorkspaceRoles } = useSessionInfo();
  const current = useSidebarWorkspace();
  const entries = (): MenuEntry[] => [
    ...userWorkspaceRoles.map(
      (role): MenuEntry => ({
        kind: "link",
        label: role.name,
        description: role.isDefault
          ? t`${workspaceRoleLabel(i18n, role.workspaceRoleId)} · default`
          : workspaceRoleLabel(i18n, role.workspaceRoleId),
        link: <Link to="/$workspace" params={{ workspace: role.handle }} />,
        badge: role.handle === current?.handle && <Icon name="check" />,
      }),
    ),
    ...(userWorkspaceRoles.length > 0 ? [{ kind: "rule" } as const] : []),
    { kind: "link", label: t`All workspaces`, link: <Link to="/workspaces" /> },
    { kind: "link", label: t`Create workspace`, icon: "plus", link: <Link to="/workspaces/add" /> },
  ];
  return (
    <Menu entries={entries} align="start">
      {(trigger) => (
        <button type="button" {...trigger} className={styles["workspaceSwitcher"]}>
          <span className="visually-hidden">{t`Switch workspace`}:</span>
          {current !== null && <WorkspaceAvatar name={current.name} colour={current.colour} />}
          <span className={styles["labels"]}>
            <b>{current?.name ?? t`Choose a workspace`}</b>
            {current !== null && <small>{workspaceRoleLabel(i18n, current.workspaceRoleId)}</small>}
          </span>
          <Icon name="updown" />
        </button>
      )}
    </Menu>
  );
}

/** Entries grouped under their headers. */
function NavigationList<E extends { readonly to: string }>({
  groups,
  children,
}: {
  groups: readonly NavigationGroup<E>[];
  children: (entry: E) => ReactNode;
}) {
  const { t, i18n } = useLingui();
  return (
    <nav aria-label={t`Main navigation`}>
      {groups.map(({ label, entries }) => (
        <div key={label?.id ?? ""}>
          {label !== null && <p className={styles["group"]}>{i18n._(label)}</p>}
          {entries.map((entry) => (
            <Fragment key={entry.to}>{children(entry)}</Fragment>
          ))}
        </div>
      ))}
    </nav>
  );
}

function WorkspacelessNavigation() {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Main navigation`}>
      <Link to="/workspaces" className={styles["link"]}>
        <Icon name="server" />
        <Trans>Workspaces</Trans>
      </Link>
    </nav>
  );
}

/** Link from the account or staff area back to the current workspace. */
function BackToWorkspaceLink() {
  const workplace = currentWorkspaceRole(useSessionInfo());
  if (workplace === null) return null;
  return (
    <Link to="/$workspace" params={{ workspace: workplace.handle }} className={styles["link"]}>
      <Icon name="left" />
      <Trans>Back to {workplace.name}</Trans>
    </Link>
  );
}

/** Navigation of the account and staff areas. */
function SecondaryNavigation({
  groups,
}: {
  groups: readonly NavigationGroup<AccountNavigationItem | AdminNavigationItem>[];
}) {
  const { i18n } = useLingui();
  return (
    <>
      <BackToWorkspaceLink />
      <NavigationList groups={groups}>
        {({ to, icon, label }) => (
          <Link
            to={to}
            className={styles["link"]}
            activeOptions={{ exact: to === "/admin", includeSearch: false }}
          >
            <Icon name={icon} />
            {i18n._(label)}
          </Link>
        )}
      </NavigationList>
    </>
  );
}

/** Replaces the workspace menu in the staff area, so that the area is unmistakable. */
function StaffAreaBadge() {
  const { i18n } = useLingui();
  const { userStaffRole } = useSessionInfo();
  if (userStaffRole === null) return null;
  return (
    <p className={styles["staff"]}>
      <span className={styles["staffTheme"]}>
        <Icon name="shield" />
      </span>
      <span className={styles["labels"]}>
        <b>
          <Trans>Admin area</Trans>
        </b>
        <small>{staffRoleLabel(i18n, userStaffRole.userStaffRoleId)}</small>
      </span>
    </p>
  );
}

function WorkspaceNavigation({ role }: { role: WorkspaceRole }) {
  const { i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const isSettled = useInitialQueriesSettled();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const current = path.startsWith(`/${role.handle}/`)
    ? findNavigationItem(workspaceNavigation, path)
    : null;
  const { data: overview } = useQuery({
    ...endpointQuery(workspaces.overview, { path: { workspace: role.handle } }),
    enabled: isSettled,
  });
  const cartLines = countCartLines(useKeptCart(role.workspaceId)[0]);
  // A group of which nothing may be opened is not headed either.
  const groups = workspaceNavigation
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ permission }) => hasPermission(role, permission)),
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <>
      <NavigationList groups={groups}>
        {(entry) => {
          const count = entry.count?.({ overview, cartLines }) ?? null;
          return (
            <Link
              to={entry.to}
              params={{ workspace: role.handle }}
              className={styles["link"]}
              activeOptions={{ exact: entry.to === "/$workspace", includeSearch: false }}
              {...(entry === current ? { "data-status": "active" } : {})}
            >
              <Icon name={entry.icon} />
              {i18n._(entry.label)}
              {count !== null && (
                <span className={styles["count"]}>{formatInteger(count, localeSettings)}</span>
              )}
            </Link>
          );
        }}
      </NavigationList>
      <CurrentCost workspace={role.handle} overview={overview} />
    </>
  );
}

/** The cost of this month so far, a link to its usage, and the running rate. Hidden for roles without billing access. */
function CurrentCost({
  workspace,
  overview,
}: {
  workspace: string;
  overview: Overview | undefined;
}) {
  if (overview !== undefined && overview.expenditure === null) return null;
  const rate = overview?.instances?.billedRateMicrosPerHour ?? 0;
  return (
    <dl className={styles["cost"]}>
      <dt>
        {overview === undefined ? (
          <Trans>This month so far</Trans>
        ) : (
          <Link to="/$workspace/billing/usage" params={{ workspace }}>
            <Trans>This month so far</Trans>
          </Link>
        )}
      </dt>
      <dd className={styles["amount"]}>
        {overview?.expenditure == null ? (
          <Skeleton width="6em" height={17} />
        ) : (
          formatMoneyAmount(overview.expenditure.monthToDate)
        )}
      </dd>
      <dd className={styles["rate"]}>
        {overview === undefined ? (
          <Skeleton width="8em" />
        ) : overview.instances === null ? null : rate === 0 ? (
          <Trans>Nothing billed right now</Trans>
        ) : (
          <Trans>
            Now <b>{formatHourlyRate(rate)}</b>/hour
          </Trans>
        )}
      </dd>
    </dl>
  );
}
