import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { type Overview, workspaces } from "#contracts/workspaces.ts";
import { query } from "../lib/client.ts";
import { money, ratePerHour, wholeNumber } from "../lib/format.ts";
import { currentRole } from "../lib/guards.ts";
import { useManner } from "../lib/i18n.ts";
import { useMaybeWorkspace } from "../lib/permissions.ts";
import { useSelf } from "../lib/session.ts";
import { useQuiet } from "../lib/use-quiet.ts";
import { wordRole, wordStaffRole } from "../lib/wording.ts";
import { Icon } from "../ui/icons.tsx";
import { WorkspaceSquare } from "../ui/mark.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { Bone } from "../ui/notices.tsx";
import { type AdminEntry, adminNavigationOf } from "./admin-navigation.ts";
import { BrandLink } from "./brand-parts.tsx";
import {
  type AccountEntry,
  accountNavigation,
  entryOf,
  type NavigationGroup,
  useArea,
  workspaceNavigation,
} from "./navigation.ts";
import styles from "./sidebar.module.css";

/** Where one is, where one can go, and what it costs. */
export function Sidebar() {
  const area = useArea();
  return (
    <div className={styles["sidebar"]}>
      <div className={styles["brand"]}>
        <BrandLink />
      </div>
      {area === "admin" ? <StaffMark /> : <Switcher />}
      <AreaNavigation />
    </div>
  );
}

function AreaNavigation() {
  const role = useMaybeWorkspace();
  const area = useArea();
  const self = useSelf();
  if (role !== null) return <WorkspaceNavigation key={role.handle} role={role} />;
  if (area === "admin") return <SideNavigation groups={adminNavigationOf(self)} />;
  if (area === "account") return <SideNavigation groups={accountNavigation} />;
  return <OutsideNavigation />;
}

function Switcher() {
  const { t, i18n } = useLingui();
  const { userWorkspaceRoles } = useSelf();
  const current = useMaybeWorkspace();
  const entries = (): MenuEntry[] => [
    ...userWorkspaceRoles.map(
      (role): MenuEntry => ({
        kind: "link",
        label: role.name,
        second: role.isDefault
          ? t`${wordRole(i18n, role.workspaceRoleId)} · default`
          : wordRole(i18n, role.workspaceRoleId),
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
        <button type="button" {...trigger} className={styles["switch"]}>
          <span className="visually-hidden">{t`Switch workspace`}:</span>
          {current !== null && <WorkspaceSquare name={current.name} colour={current.colour} />}
          <span className={styles["names"]}>
            <b>{current?.name ?? t`Choose a workspace`}</b>
            {current !== null && <small>{wordRole(i18n, current.workspaceRoleId)}</small>}
          </span>
          <Icon name="updown" />
        </button>
      )}
    </Menu>
  );
}

/** Entries under the heads of their groups. */
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

function OutsideNavigation() {
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

/** Out of an area beside the workspaces, to where one works. */
function BackToWork() {
  const workplace = currentRole(useSelf());
  if (workplace === null) return null;
  return (
    <Link to="/$workspace" params={{ workspace: workplace.handle }} className={styles["link"]}>
      <Icon name="left" />
      <Trans>Back to {workplace.name}</Trans>
    </Link>
  );
}

/** Of an area beside the workspaces. */
function SideNavigation({
  groups,
}: {
  groups: readonly NavigationGroup<AccountEntry | AdminEntry>[];
}) {
  const { i18n } = useLingui();
  return (
    <>
      <BackToWork />
      <NavigationList groups={groups}>
        {({ to, icon, label }) => (
          <Link to={to} className={styles["link"]} activeOptions={{ includeSearch: false }}>
            <Icon name={icon} />
            {i18n._(label)}
          </Link>
        )}
      </NavigationList>
    </>
  );
}

/** In place of the workspace, so that nobody mistakes where they are. */
function StaffMark() {
  const { i18n } = useLingui();
  const { userStaffRole } = useSelf();
  if (userStaffRole === null) return null;
  return (
    <p className={styles["staff"]}>
      <span className={styles["slate"]}>
        <Icon name="shield" />
      </span>
      <span className={styles["names"]}>
        <b>
          <Trans>Admin area</Trans>
        </b>
        <small>{wordStaffRole(i18n, userStaffRole.userStaffRoleId)}</small>
      </span>
    </p>
  );
}

function WorkspaceNavigation({ role }: { role: WorkspaceRole }) {
  const { i18n } = useLingui();
  const manner = useManner();
  const quiet = useQuiet();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const current = entryOf(workspaceNavigation, path);
  const { data: overview } = useQuery({
    ...query(workspaces.overview, { path: { workspace: role.handle } }),
    enabled: quiet,
  });
  const mayOpen = (permission: string) => role.workspaceRole.permissions.includes(permission);
  // A group of which nothing may be opened is not headed either.
  const groups = workspaceNavigation
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ permission }) => mayOpen(permission)),
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <>
      <NavigationList groups={groups}>
        {(entry) => {
          const count = overview === undefined ? null : (entry.count?.(overview) ?? null);
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
                <span className={styles["count"]}>{wholeNumber(count, manner)}</span>
              )}
            </Link>
          );
        }}
      </NavigationList>
      <Cost overview={overview} />
    </>
  );
}

/** This month so far, and what runs on. Not for roles that do not see the bill. */
function Cost({ overview }: { overview: Overview | undefined }) {
  if (overview !== undefined && overview.expenditure === null) return null;
  const rate = overview?.instances?.billedRateMicrosPerHour ?? 0;
  return (
    <dl className={styles["cost"]}>
      <dt>
        <Trans>This month so far</Trans>
      </dt>
      <dd className={styles["figure"]}>
        {overview?.expenditure == null ? (
          <Bone width="6em" height={17} />
        ) : (
          money(overview.expenditure.monthToDate)
        )}
      </dd>
      <dd className={styles["rate"]}>
        {overview === undefined ? (
          <Bone width="8em" />
        ) : overview.instances === null ? null : rate === 0 ? (
          <Trans>Nothing billed right now</Trans>
        ) : (
          <Trans>
            Now <b>{ratePerHour(rate)}</b>/hour
          </Trans>
        )}
      </dd>
    </dl>
  );
}
