import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { areSingleKeysOn, paletteKeys, turnSingleKeys } from "../../lib/keys.ts";
import { useMaybeWorkspace } from "../../lib/permissions.ts";
import { useSelf } from "../../lib/session.ts";
import { showPalette } from "../../shell/palette-shown.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Keys } from "../../ui/kbd.tsx";
import { letterOf, pagesOf, placeOf } from "./pages.ts";
import { leader, shortcuts } from "./shortcuts.ts";
import styles from "./shortcuts.module.css";

/** Every key there is, and the switch for those that are pressed alone. */
export default function ShortcutsDialog() {
  const { t, i18n } = useLingui();
  const self = useSelf();
  const role = useMaybeWorkspace();
  const [on, setOn] = useState(areSingleKeysOn);
  const close = () => showPalette(null);
  const turn = (next: boolean) => {
    turnSingleKeys(next);
    setOn(next);
  };
  const pages = pagesOf(self, placeOf(self, role)).flatMap(({ to, label, area }) => {
    const letter = letterOf(to);
    return letter === undefined
      ? []
      : [
          {
            to,
            name: area === "account" ? `${t`Account`}, ${i18n._(label)}` : i18n._(label),
            letter,
          },
        ];
  });
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
        <Line keys={paletteKeys}>
          <Trans>Open the command palette, even while typing</Trans>
        </Line>
      </dl>
      <dl className={styles["list"]} data-off={!on}>
        {shortcuts.map(({ key, label }) => (
          <Line key={key} keys={[key.toUpperCase()]}>
            {i18n._(label)}
          </Line>
        ))}
        {pages.map(({ to, name, letter }) => (
          <Line key={to} keys={[leader.toUpperCase(), letter.toUpperCase()]} then={t`then`}>
            <Trans>Go to {name}</Trans>
          </Line>
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

function Line({
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
        <Keys keys={keys} {...(then === undefined ? {} : { then })} />
      </dd>
    </div>
  );
}
