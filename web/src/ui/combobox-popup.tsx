import { Combobox } from "@base-ui/react/combobox";
import { fieldStyles } from "./field.tsx";
import { Icon } from "./icons.tsx";
import styles from "./combobox.module.css";
import type { ComboboxOption, ComboboxProps } from "./combobox.tsx";

export default function ComboboxPopup({
  id,
  name,
  value,
  onChange,
  invalid = false,
  options,
  openLabel,
  emptyLabel,
}: ComboboxProps) {
  const selected = options.find((option) => option.value === value) ?? null;
  return (
    <Combobox.Root
      items={options}
      name={name}
      value={selected}
      onValueChange={(next) => {
        if (next !== null) onChange(next.value);
      }}
      isItemEqualToValue={(one: ComboboxOption, other: ComboboxOption) => one.value === other.value}
      itemToStringLabel={(item: ComboboxOption) => item.label}
      itemToStringValue={(item: ComboboxOption) => item.value}
      autoHighlight
    >
      <Combobox.InputGroup className={fieldStyles["wrapper"]}>
        <Combobox.Input
          id={id}
          className={fieldStyles["input"]}
          aria-invalid={invalid || undefined}
          aria-describedby={`${id}-note`}
          spellCheck={false}
        />
        <Combobox.Trigger className={fieldStyles["suffixButton"]} aria-label={openLabel}>
          <Icon name="down" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className={styles["positioner"]}>
          <Combobox.Popup className={styles["popup"]}>
            <Combobox.Empty>
              <p className={styles["empty"]}>{emptyLabel}</p>
            </Combobox.Empty>
            <Combobox.List className={styles["list"]}>
              {(option: ComboboxOption) => (
                <Combobox.Item key={option.value} value={option} className={styles["item"]}>
                  {option.label}
                  <Combobox.ItemIndicator>
                    <Icon name="check" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
