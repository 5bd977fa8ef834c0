import { Chip } from "../../ui/filter-chip.tsx";
import { useUpdateSearch } from "../../components/list-search-params.ts";

interface FilterToggleProps {
  /** Key in the address bar. */
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  /** What it holds while the filter is on. */
  readonly on: string;
}

/** A filter that is on or off. */
export function FilterToggle({ name, label, value, on }: FilterToggleProps) {
  const change = useUpdateSearch();
  const isOn = value === on;
  return (
    <Chip on={isOn} aria-pressed={isOn} onClick={() => change({ [name]: isOn ? undefined : on })}>
      {label}
    </Chip>
  );
}
