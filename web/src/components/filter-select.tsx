import { useLingui } from "@lingui/react/macro";
import { FilterChip } from "../ui/filter-chip.tsx";
import type { Option } from "../ui/field.tsx";
import { Menu } from "../ui/menu.tsx";
import { useUpdateSearch } from "./list-search-params.ts";

interface FilterSelectProps {
  /** Key in the query string; it holds one value. */
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly Option[];
  /** Other keys in the query string, which a choice removes. */
  readonly replaces?: readonly string[];
  /** What applies while no value is chosen, for the chip; none by default. */
  readonly defaultLabel?: string;
}

/** Converts labels by value to options, in the same order. */
export const toOptions = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** One value of a filter, chosen from a menu; what is chosen stands on the chip. */
export function FilterSelect({
  name,
  label,
  value,
  options,
  replaces = [],
  defaultLabel,
}: FilterSelectProps) {
  const { t } = useLingui();
  const change = useUpdateSearch();
  const selected = options.find((option) => option.value === value)?.label;
  return (
    <Menu
      align="start"
      entries={() => [
        {
          kind: "choice",
          label,
          value: value ?? "",
          options,
          onChange: (next) =>
            change({
              ...Object.fromEntries(replaces.map((replaced) => [replaced, undefined])),
              [name]: next,
            }),
        },
      ]}
    >
      {(trigger) => (
        <FilterChip
          {...trigger}
          label={label}
          defaultLabel={defaultLabel}
          // The label of the value is still loading, or its object no longer exists.
          chosen={value === undefined ? "" : (selected ?? "…")}
          clearLabel={t`Clear ${label} filter`}
          onClear={() => change({ [name]: undefined })}
        />
      )}
    </Menu>
  );
}
