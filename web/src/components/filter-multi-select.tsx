import { useLingui } from "@lingui/react/macro";
import { FilterChip } from "../ui/filter-chip.tsx";
import type { Option } from "../ui/field.tsx";
import { CheckboxPopover } from "./checkbox-popover.tsx";
import { useUpdateSearch } from "./list-search-params.ts";

interface FilterMultiSelectProps {
  /** Key in the query string; its value is a comma-separated list. */
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly Option[];
}

/** A filter with several values, selected in a popover; the chip shows the selection. */
export function FilterMultiSelect({ name, label, value, options }: FilterMultiSelectProps) {
  const { t } = useLingui();
  const change = useUpdateSearch();
  const selected = (value ?? "").split(",").filter((part) => part !== "");
  const labels = options
    .filter((option) => selected.includes(option.value))
    .map((option) => option.label);
  const toggle = (option: string) => {
    const next = selected.includes(option)
      ? selected.filter((part) => part !== option)
      : [...selected, option];
    change({ [name]: next.length === 0 ? undefined : next.join(",") });
  };
  return (
    <CheckboxPopover
      label={label}
      options={options}
      isChecked={(option) => selected.includes(option)}
      onToggle={toggle}
    >
      {(trigger) => (
        <FilterChip
          {...trigger}
          label={label}
          chosen={labels.length > 3 ? t`${labels.length} selected` : labels.join(", ")}
          clearLabel={t`Clear ${label} filter`}
          onClear={() => change({ [name]: undefined })}
        />
      )}
    </CheckboxPopover>
  );
}
