import { useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { areSingleKeysOn, isDialogOpen, isPaletteKey, isSingleKey } from "../lib/keys.ts";
import { useMaybeWorkspace } from "../lib/permissions.ts";
import { useSelf } from "../lib/session.ts";
import { useKeys } from "../lib/use-keys.ts";
import { lazyPart } from "../lib/missing-code.ts";
import { loadPalette } from "./load-palette.ts";
import { showPalette, usePaletteShown } from "./palette-shown.ts";

const CommandPalette = lazyPart(loadPalette);
const ShortcutsDialog = lazyPart(() => import("../parts/palette/shortcuts-dialog.tsx"));

/** Listens for keys; what they do is fetched when the first one is pressed. */
export function PaletteHost() {
  const shown = usePaletteShown();
  const navigate = useNavigate();
  const self = useSelf();
  const role = useMaybeWorkspace();
  useKeys((event) => {
    const { key, timeStamp } = event;
    if (isDialogOpen()) return;
    if (isPaletteKey(event)) {
      event.preventDefault();
      showPalette("palette");
    } else if (isSingleKey(event) && areSingleKeysOn()) {
      // Some browsers search in the page.
      if (key === "/") event.preventDefault();
      void import("../parts/palette/shortcuts.ts").then(({ press }) =>
        press({ key, at: timeStamp, self, role, navigate }),
      );
    }
  });
  if (shown === null) return null;
  return <Suspense>{shown === "palette" ? <CommandPalette /> : <ShortcutsDialog />}</Suspense>;
}
