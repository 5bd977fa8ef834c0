/**
 * Restores keyboard focus after a dialog, drawer or menu. The dialog library does it unless the previously focused
 * element is gone, such as a menu entry that opened a dialog.
 */
import { useEffect } from "react";

const popups =
  "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-base-ui-portal]";

let lastOnPage: HTMLElement | null = null;

if ("document" in globalThis)
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && target.closest(popups) === null) lastOnPage = target;
  });

const isNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** Use it in a component that is mounted only while a popup is open. */
export function useReturnFocus(): void {
  useEffect(
    () => () => {
      const before = lastOnPage;
      // After the library's own focus return, and after another popup has taken the focus.
      requestAnimationFrame(() => {
        if (!isNowhere() || document.querySelector("[role=dialog], [role=alertdialog]") !== null)
          return;
        const target = before?.isConnected === true ? before : document.querySelector("main");
        target?.focus();
      });
    },
    [],
  );
}
