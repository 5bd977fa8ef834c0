import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { CodeButton } from "../code-button.tsx";
import { TypedConfirmation } from "../typed-confirmation.tsx";
import { WorkspaceContextLine } from "../workspace-context-line.tsx";
import type { BulkAction } from "./bulk-action.ts";
import styles from "./bulk.module.css";

/** The question before an action on several rows: what it does, to which rows, and to which it does not. */
export function BulkConfirmation({
  action,
  onConfirm,
  onClose,
}: {
  action: BulkAction;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const cancel = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState("");
  const { items, impossible, typedText } = action;
  const isDestructive = action.severity === "destructive";
  const isConfirmed = !isDestructive || typed.trim() === typedText;
  return (
    <Dialog
      open
      alert
      onClose={onClose}
      title={action.title}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone={isDestructive ? "dangerPrimary" : "primary"}
            disabled={!isConfirmed}
            onClick={onConfirm}
          >
            {action.confirmLabel}
          </Button>
        </>
      }
    >
      {isDestructive && <WorkspaceContextLine />}
      {action.text}
      <p className={styles["names"]} translate="no">
        {items.map(({ name }) => name).join(", ")}
      </p>
      {impossible.length > 0 && (
        <Callout tone="warn">
          <p>{action.impossibleLabel}</p>
          <ul className={styles["reasons"]}>
            {impossible.map(({ id, name, reason }) => (
              <li key={id}>
                <strong translate="no">{name}</strong>: {reason}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {isDestructive && (
        <TypedConfirmation
          text={typedText}
          typed={typed}
          onTyped={setTyped}
          onSubmit={() => {
            if (isConfirmed) onConfirm();
          }}
        />
      )}
      <CodeButton
        requested={() => ({ requests: items.map(({ request }) => request), isComplete: true })}
      />
    </Dialog>
  );
}
