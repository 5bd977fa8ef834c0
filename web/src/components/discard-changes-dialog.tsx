import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

export default function DiscardChangesDialog({
  onStay,
  onDiscard,
}: {
  onStay: () => void;
  onDiscard: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog
      open
      alert
      title={t`Discard unsaved changes?`}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>
            <Trans>Keep editing</Trans>
          </Button>
          <Button tone="danger" onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>You have unsaved changes on this page.</Trans>
      </p>
    </Dialog>
  );
}
