import { Button, type ButtonProps } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { type ActionConditions, useDisabledReason } from "./use-disabled-reason.ts";

type ActionButtonProps = Omit<ButtonProps, "disabled"> & ActionConditions;

/** A button that shows its disabled reason: a missing permission first, then the state. */
export function ActionButton({ permission, reason, ...button }: ActionButtonProps) {
  const why = useDisabledReason()({ permission, reason });
  return (
    <Tooltip text={why}>
      {(describedBy) => (
        <Button {...button} disabled={why !== null} aria-describedby={describedBy} />
      )}
    </Tooltip>
  );
}
