import { Button, type ButtonProps } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { type ActionConditions, useDisabledReason } from "./use-disabled-reason.ts";

type ActionButtonProps = Omit<ButtonProps, "disabled"> & ActionConditions;

/** A button that shows its disabled reason: a missing permission first, then the state. */
export function ActionButton({ permission, reason, ...button }: ActionButtonProps) {
  const disabledReason = useDisabledReason()({ permission, reason });
  return (
    <Tooltip text={disabledReason}>
      {(describedBy) => (
        <Button {...button} disabled={disabledReason !== null} aria-describedby={describedBy} />
      )}
    </Tooltip>
  );
}
