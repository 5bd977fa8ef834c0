import { useLingui } from "@lingui/react/macro";
import { Link, useRouterState } from "@tanstack/react-router";
import { locales } from "#contracts/auth.ts";
import { chooseLanguage, currentLocale, languageNames } from "../lib/i18n.ts";
import { useMaybeWorkspace } from "../lib/permissions.ts";
import { fullName, logOut, useSelf } from "../lib/session.ts";
import { chooseTheme, type Theme, themes, useTheme } from "../lib/theme.ts";
import { useCurrentTitle } from "../lib/use-page-title.ts";
import { IconButton } from "../ui/button.tsx";
import { Avatar } from "../ui/mark.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import styles from "./console-layout.module.css";
import { entryOf } from "./navigation.ts";

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

/** Workspace, part of it, page; what the page is called it says itself. */
function Breadcrumbs() {
  const { t, i18n } = useLingui();
  const role = useMaybeWorkspace();
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/+$/, "") });
  const title = useCurrentTitle();
  const entry = role === null ? null : entryOf(path);
  const isEntryItself =
    entry !== null && path === entry.to.replace("$workspace", role?.handle ?? "");
  return (
    <nav className={styles["crumbs"]} aria-label={t`Breadcrumbs`}>
      <ol>
        {role !== null && (
          <li>
            <Link to="/$workspace" params={{ workspace: role.handle }}>
              {role.name}
            </Link>
          </li>
        )}
        {role === null && path !== "/workspaces" && (
          <li>
            <Link to="/workspaces">{t`Workspaces`}</Link>
          </li>
        )}
        {role !== null && entry !== null && !isEntryItself && (
          <li>
            <Link to={entry.to} params={{ workspace: role.handle }}>
              {i18n._(entry.label)}
            </Link>
          </li>
        )}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
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
