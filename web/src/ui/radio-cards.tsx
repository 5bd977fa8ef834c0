import type { ReactNode } from "react";
import { FieldNotes, type InputBinding } from "./field.tsx";
import styles from "./radio-cards.module.css";

export interface CardOption<V extends string = string> {
  readonly value: V;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** The deciding line, such as the price. */
  readonly foot?: ReactNode;
  /** Disabled reason, shown on the card. */
  readonly reason?: string | null;
  /** Buttons at the lower edge of the card, beside the choice. */
  readonly actions?: ReactNode;
}

interface RadioCardsProps<V extends string> extends InputBinding<V | ""> {
  readonly legend: string;
  readonly options: readonly CardOption<V>[];
  readonly error?: string | undefined;
}

/** Radio group whose options show details. A disabled card stays readable and shows its reason. */
export function RadioCards<V extends string>({
  id,
  name,
  value,
  onChange,
  legend,
  options,
  error,
}: RadioCardsProps<V>) {
  return (
    <fieldset id={id} tabIndex={-1}>
      <legend className="visually-hidden">{legend}</legend>
      <div className={styles["group"]}>
        {options.map((option) => {
          const stopped = option.reason !== undefined && option.reason !== null;
          return (
            <div key={option.value} className={styles["card"]}>
              <label className={styles["choice"]}>
                <input
                  className={styles["input"]}
                  type="radio"
                  name={name}
                  value={option.value}
                  checked={option.value === value}
                  aria-disabled={stopped || undefined}
                  onChange={() => {
                    if (!stopped) onChange(option.value);
                  }}
                />
                <span className={styles["title"]}>{option.title}</span>
                {option.description !== undefined && (
                  <span className={styles["description"]}>{option.description}</span>
                )}
                {stopped && <span className={styles["reason"]}>{option.reason}</span>}
                {option.foot !== undefined && (
                  <span className={styles["footer"]}>{option.foot}</span>
                )}
              </label>
              {option.actions}
            </div>
          );
        })}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
