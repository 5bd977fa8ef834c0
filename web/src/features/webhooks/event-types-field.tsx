import { Trans, useLingui } from "@lingui/react/macro";
import type { WebhookEventType } from "#contracts/webhook-event-types.ts";
import { Checkbox, type FieldBinding, FieldNotes, type InputBinding } from "../../ui/field.tsx";
import { Button } from "../../ui/button.tsx";
import { eventGroups, eventLabels } from "./event-labels.ts";
import styles from "./webhooks.module.css";

interface EventTypesFieldProps {
  readonly field: FieldBinding;
  readonly input: InputBinding<readonly WebhookEventType[]>;
}

/** Chooses event types, in groups that can be chosen as a whole. */
export function EventTypesField({ field, input }: EventTypesFieldProps) {
  const { i18n } = useLingui();
  const { value, onChange } = input;
  const setGroup = (types: readonly WebhookEventType[], isChosen: boolean) => {
    const others = value.filter((type) => !types.includes(type));
    onChange(isChosen ? [...others, ...types] : others);
  };
  return (
    <div className={styles["stack"]} style={{ gap: 6 }}>
      <span className={styles["label"]} id={`${field.id}-label`}>
        {field.label}
      </span>
      <div
        id={field.id}
        tabIndex={-1}
        role="group"
        aria-labelledby={`${field.id}-label`}
        aria-describedby={`${field.id}-note`}
        className={styles["groups"]}
      >
        {eventGroups.map(({ id, label, types }) => {
          const isWhole = types.every((type) => value.includes(type));
          const name = i18n._(label);
          return (
            <fieldset key={id} className={styles["group"]}>
              <legend className="visually-hidden">{name}</legend>
              <div className={styles["groupHeader"]}>
                <span aria-hidden="true">{name}</span>
                <Button tone="subtle" onClick={() => setGroup(types, !isWhole)}>
                  {isWhole ? <Trans>None</Trans> : <Trans>All</Trans>}
                  <span className="visually-hidden"> {name}</span>
                </Button>
              </div>
              {types.map((type) => (
                <Checkbox
                  key={type}
                  id={`${field.id}-${type}`}
                  name={type}
                  value={value.includes(type)}
                  onChange={(isChosen) => setGroup([type], isChosen)}
                  label={
                    <span className={styles["check"]}>
                      {i18n._(eventLabels[type])} <small translate="no">{type}</small>
                    </span>
                  }
                />
              ))}
            </fieldset>
          );
        })}
      </div>
      <FieldNotes id={field.id} error={field.error} help={null} />
    </div>
  );
}
