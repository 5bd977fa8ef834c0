import { Suspense } from "react";
import type { InputTies } from "./field.tsx";
import { TextInput } from "./field.tsx";
import { lazyPart } from "../lib/missing-code.ts";

const SearchSelectPopup = lazyPart(() => import("./search-select-popup.tsx"));

export interface Found {
  readonly value: string;
  readonly label: string;
}

export interface SearchSelectProps extends InputTies<string> {
  readonly options: readonly Found[];
  /** Of the button that shows all of them. */
  readonly openLabel: string;
  /** Where nothing matches. */
  readonly emptyLabel: string;
}

/** One of many: typing narrows them. */
export const SearchSelect = (props: SearchSelectProps) => (
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
    <SearchSelectPopup {...props} />
  </Suspense>
);
