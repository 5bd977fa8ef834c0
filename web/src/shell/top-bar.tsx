import { useLingui } from "@lingui/react/macro";
import { Link, useRouterState } from "@tanstack/react-router";
import { locales, type WorkspaceRole } from "#contracts/auth.ts";
import { chooseLanguage, currentLocale, languageNames } from "../lib/i18n.ts";
import { useMaybeWorkspace } from "../lib/permissions.ts";
import { fullName, logOut, useSelf } from "../lib/session.ts";
import { chooseTheme, type Theme, themes, useTheme } from "../lib/theme.ts";
import { useCurrentTitle } from "../lib/use-page-title.ts";
import { IconButton } from "../ui/button.tsx";
import { Avatar } from "../ui/mark.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import styles from "./console-layout.module.css";
import { entryOf, useArea, workspaceNavigation } from "./navigation.ts";

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useLingui();
  return (
    <header className={styles["top"]}>
      <span className={styles["menuButton"]}>
        <IconButton icon="menu" label={t`Open the sidebar`} onClick={onMenu} />
      </span>
      <Breadcrumbs />
      <UserMenu />
    </header>
  );
}

/** Area, part of it, page; what the page is called it says itself. */
function Breadcrumbs() {
  const { t } = useLingui();
  const title = useCurrentTitle();
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/+$/, "") });
  return (
    <nav className={styles["crumbs"]} aria-label={t`Breadcrumbs`}>
      <ol>
        <AreaCrumbs path={path} />
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}

function AreaCrumbs({ path }: { path: string }) {
  const { t } = useLingui();
  const role = useMaybeWorkspace();
  const area = useArea();
  if (role !== null) return <WorkspaceCrumbs role={role} path={path} />;
  if (area === "account")
    return (
      <li>
        <Link to="/account">{t`Account`}</Link>
      </li>
    );
  if (path === "/workspaces") return null;
  return (
    <li>
      <Link to="/workspaces">{t`Workspaces`}</Link>
    </li>
  );
}

function WorkspaceCrumbs({ role, path }: { role: WorkspaceRole; path: string }) {
  const { i18n } = useLingui();
  const entry = entryOf(workspaceNavigation, path);
  const isEntryItself = path === entry?.to.replace("$workspace", role.handle);
  return (
    <>
      <li>
        <Link to="/$workspace" params={{ workspace: role.handle }}>
          {role.name}
        </Link>
      </li>
      {entry !== null && !isEntryItself && (
        <li>
          <Link to={entry.to} params={{ workspace: role.handle }}>
            {i18n._(entry.label)}
          </Link>
        </li>
      )}
    </>
  );
}

function UserMenu() {
  const { t } = useLingui();
  const { user } = useSelf();
  const theme = useTheme();
  const name = fullName(user);
  const words: Record<Theme, string> = { light: t`Light`, dark: t`Dark`, system: t`As the system` };
  const entries = (): MenuEntry[] => [
    { kind: "head", title: name, text: user.email },
    { kind: "rule" },
    {
      kind: "link",
      label: t`Account settings`,
      icon: "user",
      link: <Link to="/account/general" />,
    },
    { kind: "rule" },
    {
      kind: "choice",
      label: t`Theme`,
      value: theme,
      options: themes.map((value) => ({ value, label: words[value] })),
      onChange: (value) => chooseTheme(themes.find((known) => known === value) ?? "system"),
    },
    {
      kind: "choice",
      label: t`Language`,
      value: currentLocale(),
      options: locales.map((value) => ({ value, label: languageNames[value] })),
      onChange: (value) => void chooseLanguage(locales.find((known) => known === value) ?? "en"),
    },
    { kind: "rule" },
    { label: t`Log out`, icon: "out", onSelect: () => void logOut() },
  ];
  return (
    <Menu entries={entries}>
      {(trigger) => (
        <button type="button" {...trigger} className={styles["user"]}>
          <Avatar name={name} />
          <span className="visually-hidden">{t`Account of ${name}`}</span>
        </button>
      )}
    </Menu>
  );
}
