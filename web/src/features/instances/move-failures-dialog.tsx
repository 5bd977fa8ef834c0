import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { MoveFailuresList } from "./move-failures-list.tsx";
import type { MoveFailure } from "./shared/use-move-instances.tsx";

interface MoveFailuresDialogProps {
  readonly moved: number;
  readonly stayed: readonly MoveFailure[];
  /** The number of those that another attempt may move. */
  readonly repeatable: number;
  /** Throws problems that are not about the instances, such as a lost connection. */
  readonly onRetry: () => Promise<void>;
  readonly onClose: () => void;
}

/** Shows the result for each instance when some could not be moved. */
export default function MoveFailuresDialog({
  moved,
  stayed,
  repeatable,
  onRetry,
  onClose,
}: MoveFailuresDialogProps) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const all = moved + stayed.length;
  const retry = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onRetry();
    } catch (error) {
      setFailure(problemMessage(i18n, error));
    }
    setBusy(false);
  };
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      closesOutside
      title={moved === 0 ? t`No instances moved` : t`${moved} of ${all} instances moved`}
      actions={
        <>
          <Button onClick={close}>
            <Trans>Close</Trans>
          </Button>
          {repeatable > 0 && (
            <Button tone="primary" busy={busy} onClick={() => void retry()}>
              {t`Retry ${repeatable}`}
            </Button>
          )}
        </>
      }
    >
      <p>
        <Plural
          value={stayed.length}
          one="This instance wasn't moved:"
          other="These instances weren't moved:"
        />
      </p>
      <MoveFailuresList stayed={stayed} />
      {failure !== null && <Callout tone="danger">{failure}</Callout>}
    </Dialog>
  );
}
