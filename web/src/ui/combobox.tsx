/** A long list searched by typing. Heavy: import it with `lazy`, like a dialog. */
import { Combobox as Base } from "@base-ui/react/combobox";
import styles from "./combobox.module.css";
import fieldStyles from "./field.module.css";
import type { InputTies, Option } from "./field.tsx";
import { Icon } from "./icons.tsx";

interface ComboboxProps extends InputTies<string> {
  readonly options: readonly Option[];
  readonly noneFound: string;
}

export default function Combobox({
  id,
  name,
  value,
  onChange,
  invalid = false,
  options,
  noneFound,
}: ComboboxProps) {
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Base.Root
      items={options}
      value={chosen}
      onValueChange={(option) => onChange(option?.value ?? "")}
      name={name}
      autoHighlight
    >
      <span className={fieldStyles["wrap"]}>
        <Base.Input
          id={id}
          className={fieldStyles["input"]}
          aria-invalid={invalid || undefined}
          aria-describedby={`${id}-note`}
        />
        <span className={fieldStyles["chevron"]}>
          <Icon name="updown" />
        </span>
      </span>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className={styles["positioner"]}>
          <Base.Popup className={styles["popup"]}>
            <Base.Empty className={styles["none"]}>{noneFound}</Base.Empty>
            <Base.List className={styles["list"]}>
              {(option: Option) => (
                <Base.Item key={option.value} value={option} className={styles["item"]}>
                  {option.label}
                  <Base.ItemIndicator>
                    <Icon name="check" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
