import type { ComponentProps } from "react";
import styles from "./filter-chip.module.css";
import { Icon } from "./icons.tsx";

type ChipProps = ComponentProps<"button"> & { readonly on?: boolean };

/** A filter that can be toggled; its state is exposed to screen readers. */
export const Chip = ({ on = false, children, ...rest }: ChipProps) => (
  <button type="button" {...rest} className={styles["chip"]} data-on={on}>
    {children}
  </button>
);

interface ClearButtonProps {
  readonly clearLabel: string;
  readonly onClear: () => void;
}

const ClearButton = ({ clearLabel, onClear }: ClearButtonProps) => (
  <button
    type="button"
    className={styles["chip"]}
    data-on="true"
    aria-label={clearLabel}
    title={clearLabel}
    onClick={onClear}
  >
    <Icon name="close" size={14} />
  </button>
);

interface FilterChipProps extends Omit<ChipProps, "on">, ClearButtonProps {
  readonly label: string;
  /** Label of the selection; empty when the filter is off. */
  readonly chosen: string;
  /** What applies while the filter is off; none by default. */
  readonly defaultLabel?: string | undefined;
}

/** A filter that shows its selection, with a button to clear it. */
export function FilterChip({
  label,
  chosen: selected,
  defaultLabel,
  clearLabel,
  onClear,
  ...rest
}: FilterChipProps) {
  if (selected === "")
    return (
      <Chip {...rest}>{defaultLabel === undefined ? label : `${label}: ${defaultLabel}`}</Chip>
    );
  return (
    <span className={styles["pair"]}>
      <Chip {...rest} on>
        {label}: {selected}
      </Chip>
      <ClearButton clearLabel={clearLabel} onClear={onClear} />
    </span>
  );
}

/** A filter that only a link sets: it shows a name, and can be cleared. */
export const LinkedFilter = ({
  label,
  chosen,
  ...clear
}: Pick<FilterChipProps, "label" | "chosen" | keyof ClearButtonProps>) => (
  <span className={styles["pair"]}>
    <span className={styles["chip"]} data-on="true" title={chosen}>
      <span className={styles["name"]}>
        {label}: <span translate="no">{chosen}</span>
      </span>
    </span>
    <ClearButton {...clear} />
  </span>
);

export const SearchInput = ({
  label,
  ...rest
}: ComponentProps<"input"> & { readonly label: string }) => (
  <span className={styles["search"]}>
    <Icon name="search" />
    <input
      {...rest}
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
    />
  </span>
);
