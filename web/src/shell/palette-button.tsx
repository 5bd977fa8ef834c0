import { Trans } from "@lingui/react/macro";
import { isApple, paletteKeys } from "../lib/keys.ts";
import { Icon } from "../ui/icons.tsx";
import { Keys } from "../ui/kbd.tsx";
import { loadPalette } from "./load-palette.ts";
import styles from "./palette-button.module.css";
import { showPalette } from "./palette-shown.ts";

/** Opens the palette, and shows its key; a phone has room for the glass alone. */
export function PaletteButton() {
  return (
    <button
      type="button"
      className={styles["button"]}
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
      onPointerEnter={() => void loadPalette()}
      onFocus={() => void loadPalette()}
      onClick={() => showPalette("palette")}
    >
      <Icon name="search" />
      <span className={styles["word"]}>
        <Trans>Search</Trans>
      </span>
      <span className={styles["keys"]} aria-hidden="true">
        <Keys keys={paletteKeys} />
      </span>
    </button>
  );
}
