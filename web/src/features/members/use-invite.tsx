import { Trans } from "@lingui/react/macro";
import { type ReactNode, Suspense, useState } from "react";
import { ActionButton } from "../../components/action-button.tsx";
import { lazyPart } from "../../lib/browser/missing-code.ts";

const loadDialog = () => import("./invite-dialog.tsx");
const InviteDialog = lazyPart(loadDialog);

/** The invite button and its dialog. The dialog stays mounted when the button moves or unmounts. */
export function useInvite(workspace: string): {
  readonly button: ReactNode;
  readonly dialog: ReactNode;
} {
  const [isOpen, setIsOpen] = useState(false);
  const button = (
    <ActionButton
      tone="primary"
      icon="plus"
      permission="member.invite"
      onPointerEnter={() => void loadDialog()}
      onFocus={() => void loadDialog()}
      onClick={() => setIsOpen(true)}
    >
      <Trans>Invite people</Trans>
    </ActionButton>
  );
  const dialog = isOpen && (
    <Suspense>
      <InviteDialog workspace={workspace} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
  return { button, dialog };
}
