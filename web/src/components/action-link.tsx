import { cloneElement, type ReactElement, type ReactNode } from "react";
import { Button, buttonClass, type ButtonTone } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { type ActionConditions, useDisabledReason } from "./use-disabled-reason.ts";

interface ActionLinkProps extends ActionConditions {
  readonly tone?: ButtonTone;
  readonly icon?: IconName;
  /** The router's link without content: `<Link to="…" />`. */
  readonly link: ReactElement<{ className?: string }>;
  readonly children: ReactNode;
}

/** A link to an action, or a disabled button with the reason. */
export function ActionLink({
  permission,
  reason,
  tone = "plain",
  icon,
  link,
  children,
}: ActionLinkProps) {
  const disabledReason = useDisabledReason()({ permission, reason });
  if (disabledReason === null)
    return cloneElement(
      link,
      { className: buttonClass(tone) },
      icon !== undefined && <Icon name={icon} />,
      children,
    );
  return (
    <Tooltip text={disabledReason}>
      {(describedBy) => (
        <Button
          tone={tone}
          disabled
          aria-describedby={describedBy}
          {...(icon === undefined ? {} : { icon })}
        >
          {children}
        </Button>
      )}
    </Tooltip>
  );
}
