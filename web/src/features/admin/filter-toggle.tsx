import { Chip } from "../../ui/filter-chip.tsx";
import { useUpdateSearch } from "../../components/list-search-params.ts";

interface FilterToggleProps {
  /** Key in the query string. */
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  /** Value while the filter is on. */
  readonly on: string;
}

/** A filter that is either on or off. */
export function FilterToggle({ name, label, value, on }: FilterToggleProps) {
  const change = useUpdateSearch();
  const isOn = value === on;
  return (
    <Chip on={isOn} aria-pressed={isOn} onClick={() => change({ [name]: isOn ? undefined : on })}>
      {label}
    </Chip>
  );
}
