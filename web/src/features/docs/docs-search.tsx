import { Trans } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import {
  areSingleKeyShortcutsEnabled,
  isDialogOpen,
  isSingleKeyShortcut,
} from "../../lib/browser/keyboard.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { useKeydown } from "../../lib/hooks/use-keydown.ts";
import { Icon } from "../../ui/icons.tsx";
import { KeyCombination } from "../../ui/kbd.tsx";
import styles from "./docs.module.css";

const load = () => import("./docs-search-dialog.tsx");
const DocsSearchDialog = lazyPart(load);

/** Opens the search, also with the slash key. Its code and its index are loaded on first use. */
export function DocsSearch() {
  const [open, setOpen] = useState(false);
  useKeydown((event) => {
    if (event.key !== "/" || isDialogOpen() || !isSingleKeyShortcut(event)) return;
    if (!areSingleKeyShortcutsEnabled()) return;
    event.preventDefault();
    setOpen(true);
  });
  return (
    <>
      <button
        type="button"
        className={styles["search"]}
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span>
          <Trans>Search documentation</Trans>
        </span>
        {areSingleKeyShortcutsEnabled() && (
          <span className={styles["key"]} aria-hidden="true">
            <KeyCombination keys={["/"]} />
          </span>
        )}
      </button>
      {open && (
        <Suspense>
          <DocsSearchDialog onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
