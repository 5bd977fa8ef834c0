import { Suspense } from "react";
import type { InputBinding } from "./field.tsx";
import { TextInput } from "./field.tsx";
import { lazyPart } from "../lib/browser/missing-code.ts";

const ComboboxPopup = lazyPart(() => import("./combobox-popup.tsx"));

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
}

export interface ComboboxProps extends InputBinding<string> {
  readonly options: readonly ComboboxOption[];
  /** Label of the button that opens the list. */
  readonly openLabel: string;
  /** Text when nothing matches. */
  readonly emptyLabel: string;
}

/** Selects one of many options, filtered by typing. */
export const Combobox = (props: ComboboxProps) => (
  <Suspense
    fallback={
      <TextInput
        id={props.id}
        name={props.name}
        value={props.options.find(({ value }) => value === props.value)?.label ?? props.value}
        onChange={() => undefined}
        readOnly
      />
    }
  >
    <ComboboxPopup {...props} />
  </Suspense>
);
