/** Commands for theme, language, shortcuts and sign-out. */
import { useLingui } from "@lingui/react/macro";
import { type Locale, locales } from "#contracts/locale.ts";
import { changeAccountLocale } from "../../lib/i18n/account-locale.ts";
import { languageNames } from "../../lib/i18n/i18n.ts";
import { currentLocale } from "../../lib/i18n/page-i18n.ts";
import { logOut } from "../../lib/session/session.ts";
import { setTheme, type Theme, themes, useTheme } from "../../lib/browser/theme.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { setPaletteView } from "./palette-store.ts";
import { toast } from "../../ui/toast.ts";
import type { PaletteCommand, PaletteCommandGroup } from "./palette-command.ts";

export function useSettingCommands(): PaletteCommandGroup {
  const { t, i18n } = useLingui();
  const theme = useTheme();
  const names: Record<Theme, string> = {
    light: t`Light theme`,
    dark: t`Dark theme`,
    system: t`System theme`,
  };
  const speak = (locale: Locale) =>
    changeAccountLocale(locale).catch(
      (error: unknown) => void toast({ tone: "danger", title: problemMessage(i18n, error) }),
    );
  const themeCommands = themes.map(
    (value): PaletteCommand => ({
      id: `theme ${value}`,
      label: names[value],
      description: value === theme ? t`Current` : null,
      icon: "eye",
      keywords: t`appearance mode`,
      run: () => setTheme(value),
    }),
  );
  const languageCommands = locales.map(
    (value): PaletteCommand => ({
      id: `language ${value}`,
      label: languageNames[value],
      description: value === currentLocale() ? t`Current language` : t`Language`,
      icon: "info",
      keywords: "language Sprache",
      run: () => void speak(value),
    }),
  );
  return {
    label: t`Preferences`,
    options: [
      ...themeCommands,
      ...languageCommands,
      {
        id: "shortcuts",
        label: t`Keyboard shortcuts`,
        icon: "laptop",
        keywords: t`help keys`,
        passing: true,
        run: () => setPaletteView("shortcuts"),
      },
      {
        id: "sign out",
        label: t`Sign out`,
        icon: "out",
        keywords: t`log out`,
        passing: true,
        run: () => void logOut(),
      },
    ],
  };
}
