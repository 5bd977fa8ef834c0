import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icons.tsx";
import { Spinner } from "./spinner.tsx";

export type ButtonTone = "plain" | "primary" | "danger" | "dangerPrimary" | "subtle";

/** The classes of a button, for a link that looks like one. */
export const buttonClass = (tone: ButtonTone = "plain", wide = false): string =>
  classNames(styles["button"], tone !== "plain" && styles[tone], wide && styles["wide"]);

/** The classes of an icon button, for a link that looks like one. */
export const iconButtonClass = classNames(buttonClass("subtle"), styles["icon"]);

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  readonly tone?: ButtonTone;
  readonly icon?: IconName;
  readonly wide?: boolean;
  /** Shows progress and ignores further clicks. */
  readonly busy?: boolean;
  /** Disabled, but still focusable, so that its reason can be read. */
  readonly disabled?: boolean;
}

export function Button({
  tone = "plain",
  icon,
  wide = false,
  busy = false,
  disabled = false,
  onClick,
  className,
  children,
  type = "button",
  ...rest
}: ButtonProps) {
  const stopped = busy || disabled;
  return (
    <button
      {...rest}
      type={stopped ? "button" : type}
      className={classNames(buttonClass(tone, wide), className)}
      aria-disabled={disabled || undefined}
      aria-busy={busy || undefined}
      onClick={stopped ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "icon" | "wide" | "children" | "busy"> {
  readonly icon: IconName;
  /** Accessible name, also shown as the browser's tooltip. */
  readonly label: string;
  readonly children?: ReactNode;
}

export function IconButton({
  icon,
  label,
  tone = "subtle",
  disabled = false,
  className,
  children,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(tone), styles["icon"], className)}
      aria-label={label}
      title={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={icon} />
      {children}
    </button>
  );
}
