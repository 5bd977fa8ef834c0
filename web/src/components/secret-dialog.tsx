import { Trans, useLingui } from "@lingui/react/macro";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { InlineCode } from "../ui/description-list.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Checkbox } from "../ui/field.tsx";

interface SecretDialogProps {
  /** Of the checkbox. */
  readonly id: string;
  readonly title: string;
  readonly intro: ReactNode;
  readonly secret: string;
  /** What the secret is called by the copy button. */
  readonly what: string;
  readonly onClose: () => void;
  /** Between the secret and the checkbox. */
  readonly children?: ReactNode;
}

/** Shows a secret once. The dialog and its page cannot be left before the user confirms that it is saved. */
export function SecretDialog({
  id,
  title,
  intro,
  secret,
  what,
  onClose,
  children,
}: SecretDialogProps) {
  const { t } = useLingui();
  const [saved, setSaved] = useState(false);
  useBlocker({ shouldBlockFn: () => !saved, enableBeforeUnload: () => !saved });
  const close = () => {
    if (saved) onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      actions={
        <Button tone="primary" disabled={!saved} onClick={close}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <p>{intro}</p>
      <InlineCode text={secret} what={what} />
      {children}
      <Checkbox id={id} name={id} value={saved} onChange={setSaved} label={t`I've saved it`} />
    </Dialog>
  );
}
