import type { ReactElement, ReactNode } from "react";
import { Button, type ButtonTone } from "../ui/button.tsx";
import type { IconName } from "../ui/icons.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { type Conditions, useWhyNot } from "./reason.ts";

interface ActionLinkProps extends Conditions {
  readonly tone?: ButtonTone;
  readonly icon?: IconName;
  /** The router's link with its words: `<Link to="…" className={buttonClass("primary")}>…</Link>`. */
  readonly link: ReactElement;
  /** The words again, for the button that stands there when the link may not be followed. */
  readonly children: ReactNode;
}

/** A link to something the user may do, or the disabled button with the reason. */
export function ActionLink({
  permission,
  reason,
  tone = "plain",
  icon,
  link,
  children,
}: ActionLinkProps) {
  const why = useWhyNot()({ permission, reason });
  if (why === null) return link;
  return (
    <Tooltip text={why}>
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
