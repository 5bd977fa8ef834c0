import { useLingui } from "@lingui/react/macro";
import { Suspense, useRef, useState } from "react";
import { FilterChip } from "../ui/filter-chip.tsx";
import type { Option } from "../ui/field.tsx";
import menuStyles from "../ui/menu.module.css";
import { useUpdateSearch } from "./list-search-params.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";

const load = () => import("../ui/popover.tsx");
const Popover = lazyPart(load);

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
  const chip = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [requested, setWanted] = useState(false);
  const wasOpen = useRef(false);
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
    <>
      <FilterChip
        ref={chip}
        label={label}
        chosen={labels.length > 3 ? t`${labels.length} selected` : labels.join(", ")}
        clearLabel={t`Clear ${label} filter`}
        onClear={() => change({ [name]: undefined })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={() => {
          setWanted(true);
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      />
      {requested && (
        <Suspense>
          <Popover anchor={chip} open={open} onOpenChange={setOpen} label={label}>
            <div className={menuStyles["list"]}>
              {options.map((option) => (
                <label key={option.value} className={menuStyles["check"]}>
                  <input
                    type="checkbox"
                    checked={selected.includes(option.value)}
                    onChange={() => toggle(option.value)}
                  />
                  {option.label}
                </label>
              ))}
            </div>
          </Popover>
        </Suspense>
      )}
    </>
  );
}
