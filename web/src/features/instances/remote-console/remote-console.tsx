import { Trans, useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, Suspense, useRef, useState } from "react";
import type { Instance } from "#contracts/instances.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { problemMessage } from "../../../lib/i18n/messages.ts";
import { isLayoutName, type LayoutName } from "../../../lib/remote-screen/keyboard-layouts.ts";
import type { RemoteScreen } from "../../../lib/remote-screen/remote-screen.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/field.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { useCloseReason, useLayoutLabels } from "./remote-console-labels.ts";
import styles from "./remote-console.module.css";
import { type ConsoleState, useRemoteConsole } from "./use-remote-console.ts";

const PasteDialog = lazyPart(() => import("./paste-dialog.tsx"));

interface RemoteConsoleProps {
  readonly workspace: string;
  readonly instance: Pick<Instance, "id" | "hostname">;
  /** Opens the console again, with a new ticket. */
  readonly onReopen: () => void;
}

/** The screen of an instance with its tools. */
export default function RemoteConsole({ workspace, instance, onReopen }: RemoteConsoleProps) {
  const { t } = useLingui();
  const { state, show } = useRemoteConsole({ workspace, instance: instance.id });
  const [layout, setLayout] = useState<LayoutName>("us");
  const [isPasting, setPasting] = useState(false);
  const [typing, setTyping] = useState<AbortController | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const layoutLabels = useLayoutLabels();
  const screen = state.kind === "connected" ? state.screen : null;
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    screen?.blur();
    frame.current?.focus();
  };
  const type = async (text: string, on: RemoteScreen) => {
    const controller = new AbortController();
    setPasting(false);
    setTyping(controller);
    await on.type(text, layout, controller.signal);
    setTyping(null);
    on.focus();
  };
  const tools = { disabled: screen === null };
  return (
    <>
      <div className={styles["tools"]}>
        <span className={styles["layout"]}>
          <label htmlFor="console.layout">{t`Keyboard of the instance`}</label>
          <Select
            id="console.layout"
            name="layout"
            value={layout}
            options={layoutLabels}
            onChange={(next) => isLayoutName(next) && setLayout(next)}
          />
        </span>
        {typing === null ? (
          <Button {...tools} icon="copy" onClick={() => setPasting(true)}>
            <Trans>Paste text</Trans>
          </Button>
        ) : (
          <Button icon="close" onClick={() => typing.abort()}>
            <Trans>Stop typing</Trans>
          </Button>
        )}
        <Button {...tools} onClick={() => screen?.sendCtrlAltDel()}>
          Ctrl+Alt+Del
        </Button>
        <Button {...tools} onClick={() => void frame.current?.requestFullscreen()}>
          <Trans>Full screen</Trans>
        </Button>
      </div>
      <div ref={frame} className={styles["frame"]} tabIndex={-1} onKeyDownCapture={leave}>
        <div
          ref={show}
          className={styles["screen"]}
          role="application"
          aria-label={t`Screen of ${instance.hostname}`}
        />
        <StateOverScreen state={state} onReopen={onReopen} />
      </div>
      <p className={styles["hint"]}>
        <Trans>
          Click the screen to type. Keys are sent by their position, so the keyboard that is set in
          the instance decides what they type. Shift+Esc returns to the page.
        </Trans>
      </p>
      {isPasting && screen !== null && (
        <Suspense>
          <PasteDialog
            layout={layout}
            layoutLabel={layoutLabels.find(({ value }) => value === layout)?.label ?? layout}
            onType={(text) => void type(text, screen)}
            onClose={() => setPasting(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What is shown instead of the screen. */
function StateOverScreen({ state, onReopen }: { state: ConsoleState; onReopen: () => void }) {
  const { t, i18n } = useLingui();
  const closeReason = useCloseReason();
  if (state.kind === "connected") return null;
  if (state.kind === "connecting")
    return (
      <div className={styles["state"]} role="status">
        <Spinner />
        {t`Connecting to the screen`}
      </div>
    );
  return (
    <div className={styles["state"]} role="alert">
      <p>{state.kind === "closed" ? closeReason(state.code) : problemMessage(i18n, state.error)}</p>
      <Button icon="refresh" onClick={onReopen}>
        <Trans>Open again</Trans>
      </Button>
    </div>
  );
}
