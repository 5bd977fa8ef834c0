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
  /** Of the button that shows all of them. */
  readonly openLabel: string;
  /** Where nothing matches. */
  readonly emptyLabel: string;
}

/** One of many: typing narrows them. */
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
