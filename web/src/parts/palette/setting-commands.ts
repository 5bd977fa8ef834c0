/** How the console looks and speaks, its keys, and the way out. */
import { useLingui } from "@lingui/react/macro";
import { type Locale, locales } from "#contracts/auth.ts";
import { chooseLanguage } from "../../lib/account-language.ts";
import { currentLocale, languageNames } from "../../lib/i18n.ts";
import { logOut } from "../../lib/session.ts";
import { chooseTheme, type Theme, themes, useTheme } from "../../lib/theme.ts";
import { wordProblem } from "../../lib/wording.ts";
import { showPalette } from "../../shell/palette-shown.ts";
import { toast } from "../../ui/toast.ts";
import type { Command, Commands } from "./command.ts";

export function useSettingCommands(): Commands {
  const { t, i18n } = useLingui();
  const theme = useTheme();
  const names: Record<Theme, string> = {
    light: t`Light theme`,
    dark: t`Dark theme`,
    system: t`System theme`,
  };
  const speak = (locale: Locale) =>
    chooseLanguage(locale).catch(
      (error: unknown) => void toast({ tone: "bad", title: wordProblem(i18n, error) }),
    );
  const themeCommands = themes.map(
    (value): Command => ({
      id: `theme ${value}`,
      label: names[value],
      second: value === theme ? t`Current` : null,
      icon: "eye",
      words: t`appearance mode`,
      run: () => chooseTheme(value),
    }),
  );
  const languageCommands = locales.map(
    (value): Command => ({
      id: `language ${value}`,
      label: languageNames[value],
      second: value === currentLocale() ? t`Current language` : t`Language`,
      icon: "info",
      words: "language Sprache",
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
        words: t`help keys`,
        passing: true,
        run: () => showPalette("shortcuts"),
      },
      {
        id: "sign out",
        label: t`Sign out`,
        icon: "out",
        words: t`log out`,
        passing: true,
        run: () => void logOut(),
      },
    ],
  };
}
