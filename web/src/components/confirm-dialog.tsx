import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { isReauthenticationCancelled } from "../lib/api/problem-error.ts";
import { problemMessage } from "../lib/i18n/messages.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Callout } from "../ui/feedback.tsx";
import { completePreview } from "./code-samples/request-preview.ts";
import { closeConfirmDialog, type Confirmation } from "./confirmation.ts";
import { TypedConfirmation } from "./typed-confirmation.tsx";
import { WorkspaceContextLine } from "./workspace-context-line.tsx";
import { CodeButton } from "./code-button.tsx";

export default function ConfirmDialog({ confirmation }: { confirmation: Confirmation }) {
  const { i18n } = useLingui();
  const cancel = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { code } = confirmation;
  const destroys = confirmation.severity === "destructive";
  const matches = !destroys || typed === confirmation.name;

  const close = () => {
    if (!busy) closeConfirmDialog();
  };
  const act = async () => {
    if (!matches || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await confirmation.action();
      closeConfirmDialog();
    } catch (error) {
      if (!isReauthenticationCancelled(error)) setFailure(problemMessage(i18n, error));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      alert
      onClose={close}
      title={confirmation.title}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone={destroys ? "dangerPrimary" : "primary"}
            busy={busy}
            disabled={!matches}
            onClick={() => void act()}
          >
            {confirmation.confirmLabel}
          </Button>
        </>
      }
    >
      {destroys && <WorkspaceContextLine />}
      {confirmation.severity === "destructive" ? (
        confirmation.consequences
      ) : (
        <p>{confirmation.text}</p>
      )}
      {confirmation.severity === "destructive" && (
        <TypedConfirmation
          text={confirmation.name}
          typed={typed}
          onTyped={setTyped}
          onSubmit={() => void act()}
        />
      )}
      {failure !== null && <Callout tone="danger">{failure}</Callout>}
      {code !== null && (
        <CodeButton requested={typeof code === "function" ? code : () => completePreview(code)} />
      )}
    </Dialog>
  );
}
