import { Trans } from "@lingui/react/macro";
import { isApple, paletteShortcut } from "../../lib/browser/keyboard.ts";
import { Icon } from "../../ui/icons.tsx";
import { KeyCombination } from "../../ui/kbd.tsx";
import { loadPalette } from "./load-palette.ts";
import styles from "./palette-button.module.css";
import { setPaletteView } from "./palette-store.ts";

/** Opens the palette and shows its shortcut; on a phone only the icon fits. */
export function PaletteButton() {
  return (
    <button
      type="button"
      className={styles["button"]}
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple() ? "Meta+K" : "Control+K"}
      onPointerEnter={() => void loadPalette()}
      onFocus={() => void loadPalette()}
      onClick={() => setPaletteView("palette")}
    >
      <Icon name="search" />
      <span className={styles["label"]}>
        <Trans>Search</Trans>
      </span>
      <span className={styles["keys"]} aria-hidden="true">
        <KeyCombination keys={paletteShortcut()} />
      </span>
    </button>
  );
}
