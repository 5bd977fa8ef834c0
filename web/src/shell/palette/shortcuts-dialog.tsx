import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import {
  areSingleKeyShortcutsEnabled,
  paletteShortcut,
  setSingleKeyShortcuts,
} from "../../lib/browser/keyboard.ts";
import { useOptionalWorkspace } from "../../lib/session/permissions.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { setPaletteView } from "./palette-store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { KeyCombination } from "../../ui/kbd.tsx";
import { goToKey, visiblePages, effectiveWorkspace } from "./palette-pages.ts";
import { leader, shortcuts } from "./shortcuts.ts";
import styles from "./shortcuts.module.css";

/** The list of all shortcuts, and the switch for single-key shortcuts. */
export default function ShortcutsDialog() {
  const { t, i18n } = useLingui();
  const self = useSessionInfo();
  const role = useOptionalWorkspace();
  const [on, setOn] = useState(areSingleKeyShortcutsEnabled);
  const close = () => setPaletteView(null);
  const turn = (next: boolean) => {
    setSingleKeyShortcuts(next);
    setOn(next);
  };
  const pages = visiblePages(self, effectiveWorkspace(self, role)).flatMap(
    ({ to, label, area }) => {
      const letter = goToKey(to);
      return letter === undefined
        ? []
        : [
            {
              to,
              name: area === "account" ? `${t`Account`}, ${i18n._(label)}` : i18n._(label),
              letter,
            },
          ];
    },
  );
  return (
    <Dialog
      open
      closesOutside
      onClose={close}
      title={t`Keyboard shortcuts`}
      actions={
        <Button onClick={close}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <dl className={styles["list"]}>
        <ShortcutRow keys={paletteShortcut()}>
          <Trans>Open the command palette, even while typing</Trans>
        </ShortcutRow>
      </dl>
      <dl className={styles["list"]} data-off={!on}>
        {shortcuts.map(({ key, label }) => (
          <ShortcutRow key={key} keys={[key.toUpperCase()]}>
            {i18n._(label)}
          </ShortcutRow>
        ))}
        {pages.map(({ to, name, letter }) => (
          <ShortcutRow key={to} keys={[leader.toUpperCase(), letter.toUpperCase()]} then={t`then`}>
            <Trans>Go to {name}</Trans>
          </ShortcutRow>
        ))}
      </dl>
      <Checkbox
        id="single-keys"
        name="single-keys"
        value={on}
        onChange={turn}
        label={t`Single-key shortcuts`}
        help={t`Turn these off if you use voice input or often press keys by accident. The setting is saved in this browser.`}
      />
    </Dialog>
  );
}

function ShortcutRow({
  keys,
  then,
  children,
}: {
  keys: readonly string[];
  then?: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>{children}</dt>
      <dd>
        <KeyCombination keys={keys} {...(then === undefined ? {} : { then })} />
      </dd>
    </div>
  );
}
