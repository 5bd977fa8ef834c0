import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

export default function LeaveDialog({
  onStay,
  onLeave,
}: {
  onStay: () => void;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog
      open
      alert
      title={t`Discard what you typed?`}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>
            <Trans>Stay here</Trans>
          </Button>
          <Button tone="danger" onClick={onLeave}>
            <Trans>Discard</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>This form has not been sent.</Trans>
      </p>
    </Dialog>
  );
}
