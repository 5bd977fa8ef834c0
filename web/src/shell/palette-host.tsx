import { useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import {
  areSingleKeyShortcutsEnabled,
  isDialogOpen,
  isPaletteShortcut,
  isSingleKeyShortcut,
} from "../lib/keyboard.ts";
import { useOptionalWorkspace } from "../lib/permissions.ts";
import { useSessionInfo } from "../lib/session.ts";
import { useKeydown } from "../lib/use-keydown.ts";
import { lazyPart } from "../lib/missing-code.ts";
import { loadPalette } from "./load-palette.ts";
import { setPaletteView, usePaletteView } from "./palette-store.ts";

const CommandPalette = lazyPart(loadPalette);
const ShortcutsDialog = lazyPart(() => import("../parts/palette/shortcuts-dialog.tsx"));

/** Listens for keys; what they do is fetched when the first one is pressed. */
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
      // Some browsers search in the page.
      if (key === "/") event.preventDefault();
      void import("../parts/palette/shortcuts.ts").then(({ handleKeyPress }) =>
        handleKeyPress({ key, at: timeStamp, self, role, navigate }),
      );
    }
  });
  if (shown === null) return null;
  return <Suspense>{shown === "palette" ? <CommandPalette /> : <ShortcutsDialog />}</Suspense>;
}
