import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { MoveFailuresList } from "./move-failures-list.tsx";
import type { MoveFailure } from "./shared/use-move-instances.tsx";

/** Shows the result for each instance when some could not be moved. */
export default function MoveFailuresDialog({
  moved,
  stayed,
  onClose,
}: {
  moved: number;
  stayed: readonly MoveFailure[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  const all = moved + stayed.length;
  return (
    <Dialog
      open
      onClose={onClose}
      closesOutside
      title={moved === 0 ? t`No instances moved` : t`${moved} of ${all} instances moved`}
      actions={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
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
    </Dialog>
  );
}
