import { useLingui } from "@lingui/react/macro";
import { Link, useRouterState } from "@tanstack/react-router";
import { trimTrailing } from "#contracts/text.ts";
import { type WorkspaceRole } from "#contracts/auth.ts";
import { type Locale, locales } from "#contracts/locale.ts";
import { changeAccountLocale } from "../lib/i18n/account-locale.ts";
import { languageNames } from "../lib/i18n/i18n.ts";
import { currentLocale } from "../lib/i18n/page-i18n.ts";
import { useOptionalWorkspace } from "../lib/session/permissions.ts";
import { logOut, useSessionInfo } from "../lib/session/session.ts";
import { fullName, isImpersonating } from "../lib/session/signed-in.ts";
import { setTheme, type Theme, themes, useTheme } from "../lib/browser/theme.ts";
import { useCurrentTitle } from "../lib/hooks/use-page-title.ts";
import { problemMessage } from "../lib/i18n/messages.ts";
import { HelpLink } from "../components/help-link.tsx";
import { PageCodeButton } from "../components/page-code-button.tsx";
import { IconButton } from "../ui/button.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { toast } from "../ui/toast.ts";
import styles from "./console-layout.module.css";
import { adminNavigation, firstAdminPage } from "./admin-navigation.ts";
import { findNavigationItem, useConsoleArea, workspaceNavigation } from "./navigation.ts";
import { PaletteButton } from "./palette/palette-button.tsx";

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useLingui();
  const area = useConsoleArea();
  return (
    <header className={styles["topBar"]}>
      <span className={styles["menuButton"]}>
        <IconButton icon="menu" label={t`Open sidebar`} onClick={onMenu} />
      </span>
      <Breadcrumbs />
      {area === "admin" && <span className={styles["staffTag"]}>{t`Staff`}</span>}
      <span className={styles["pageTools"]}>
        <PageCodeButton />
        <HelpLink />
      </span>
      <PaletteButton />
      <UserMenu />
    </header>
  );
}

/** Only the page itself is marked as current, not its parents. */
const exactMatch = { exact: true };

/** Breadcrumbs: area, section, page. The page sets its own title. */
function Breadcrumbs() {
  const { t } = useLingui();
  const title = useCurrentTitle();
  const path = useRouterState({ select: ({ location }) => trimTrailing(location.pathname, "/") });
  return (
    <nav className={styles["crumbs"]} aria-label={t`Breadcrumbs`}>
      <ol>
        <AreaBreadcrumbs path={path} />
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}

function AreaBreadcrumbs({ path }: { path: string }) {
  const { t } = useLingui();
  const role = useOptionalWorkspace();
  const area = useConsoleArea();
  if (role !== null) return <WorkspaceBreadcrumbs role={role} path={path} />;
  if (area === "account")
    return (
      <li>
        <Link to="/account" activeOptions={exactMatch}>{t`Account`}</Link>
      </li>
    );
  if (area === "admin") return <AdminBreadcrumbs path={path} />;
  if (area === "docs")
    return path === "/docs" ? null : (
      <li>
        <Link to="/docs" activeOptions={exactMatch}>{t`Documentation`}</Link>
      </li>
    );
  if (path === "/workspaces") return null;
  return (
    <li>
      <Link to="/workspaces" activeOptions={exactMatch}>{t`Workspaces`}</Link>
    </li>
  );
}

function WorkspaceBreadcrumbs({ role, path }: { role: WorkspaceRole; path: string }) {
  const { i18n } = useLingui();
  const entry = findNavigationItem(workspaceNavigation, path);
  const isEntryItself = path === entry?.to.replace("$workspace", role.handle);
  return (
    <>
      <li>
        <Link to="/$workspace" params={{ workspace: role.handle }} activeOptions={exactMatch}>
          <span translate="no">{role.name}</span>
        </Link>
      </li>
      {entry !== null && !isEntryItself && (
        <li>
          <Link to={entry.to} params={{ workspace: role.handle }} activeOptions={exactMatch}>
            {i18n._(entry.label)}
          </Link>
        </li>
      )}
    </>
  );
}

function AdminBreadcrumbs({ path }: { path: string }) {
  const { t, i18n } = useLingui();
  const entry = findNavigationItem(adminNavigation, path);
  return (
    <>
      <li>
        <Link to="/admin" activeOptions={exactMatch}>{t`Admin area`}</Link>
      </li>
      {entry !== null && path !== entry.to && (
        <li>
          <Link to={entry.to} activeOptions={exactMatch}>
            {i18n._(entry.label)}
          </Link>
        </li>
      )}
    </>
  );
}

function UserMenu() {
  const { t, i18n } = useLingui();
  const self = useSessionInfo();
  const { user } = self;
  const theme = useTheme();
  const name = fullName(user);
  const choose = (locale: Locale) =>
    changeAccountLocale(locale).catch(
      (error: unknown) => void toast({ tone: "danger", title: problemMessage(i18n, error) }),
    );
  const labels: Record<Theme, string> = { light: t`Light`, dark: t`Dark`, system: t`System` };
  const entries = (): MenuEntry[] => [
    { kind: "head", title: name, text: user.email },
    { kind: "rule" },
    // Account pages are not available during impersonation.
    ...(isImpersonating(self)
      ? []
      : [
          {
            kind: "link",
            label: t`Account settings`,
            icon: "user",
            link: <Link to="/account/general" />,
          } as const,
        ]),
    { kind: "link", label: t`My activity`, icon: "pulse", link: <Link to="/my-activities" /> },
    { kind: "link", label: t`API playground`, icon: "code", link: <Link to="/playground" /> },
    { kind: "link", label: t`Documentation`, icon: "help", link: <Link to="/docs" /> },
    ...(firstAdminPage(self) === null
      ? []
      : [
          {
            kind: "link",
            label: t`Admin area`,
            icon: "shield",
            link: <Link to="/admin" />,
          } as const,
        ]),
    { kind: "rule" },
    {
      kind: "choice",
      label: t`Theme`,
      value: theme,
      options: themes.map((value) => ({ value, label: labels[value] })),
      onChange: (value) => setTheme(themes.find((known) => known === value) ?? "system"),
    },
    {
      kind: "choice",
      label: t`Language`,
      value: currentLocale(),
      options: locales.map((value) => ({ value, label: languageNames[value] })),
      onChange: (value) => void choose(locales.find((known) => known === value) ?? "en"),
    },
    { kind: "rule" },
    { label: t`Sign out`, icon: "out", onSelect: () => void logOut() },
  ];
  return (
    <Menu entries={entries}>
      {(trigger) => (
        <button type="button" {...trigger} className={styles["user"]}>
          <Avatar name={name} src={user.avatarUrl} />
          <span className="visually-hidden">{t`Account menu for ${name}`}</span>
        </button>
      )}
    </Menu>
  );
}
