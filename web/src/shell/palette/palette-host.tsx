import { useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import {
  areSingleKeyShortcutsEnabled,
  isDialogOpen,
  isPaletteShortcut,
  isSingleKeyShortcut,
} from "../../lib/browser/keyboard.ts";
import { useOptionalWorkspace } from "../../lib/session/permissions.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { useKeydown } from "../../lib/hooks/use-keydown.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { loadPalette } from "./load-palette.ts";
import { setPaletteView, usePaletteView } from "./palette-store.ts";

const CommandPalette = lazyPart(loadPalette);
const ShortcutsDialog = lazyPart(() => import("./shortcuts-dialog.tsx"));

/** Listens for shortcuts; the code they run is loaded on the first one. */
export function PaletteHost() {
  const shown = usePaletteView();
  const navigate = useNavigate();
  const self = useSessionInfo();
  const role = useOptionalWorkspace();
  useKeydown((event) => {
    const { key, timeStamp } = event;
    if (isDialogOpen()) return;
    if (isPaletteShortcut(event)) {
      event.preventDefault();
      setPaletteView("palette");
    } else if (isSingleKeyShortcut(event) && areSingleKeyShortcutsEnabled()) {
      // Some browsers use this key for search in the page.
      if (key === "/") event.preventDefault();
      void import("./shortcuts.ts").then(({ handleKeyPress }) =>
        handleKeyPress({ key, at: timeStamp, self, role, navigate }),
      );
    }
  });
  if (shown === null) return null;
  return <Suspense>{shown === "palette" ? <CommandPalette /> : <ShortcutsDialog />}</Suspense>;
}
