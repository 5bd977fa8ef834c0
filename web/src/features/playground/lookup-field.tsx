import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { SearchableList } from "../../components/searchable-list.tsx";
import { useEndpointReason } from "../../components/use-action-denial.ts";
import { useOptionalWorkspace } from "../../lib/session/permissions.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { type InputBinding, TextInput } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { LookupName } from "./lookup-names.ts";
import { type LookupRow, lookups } from "./lookups.ts";
import styles from "./playground.module.css";

/** Whether the user may load the list; without it an id is typed. */
export function useLookup(name: LookupName | null) {
  const reasonFor = useEndpointReason();
  const workspace = useOptionalWorkspace();
  const lookup = name === null ? null : lookups[name];
  if (lookup === null || reasonFor(lookup.endpoint) !== null) return null;
  return lookup.needsWorkspace && workspace === null
    ? null
    : (search: string) => lookup.read(workspace?.handle ?? "", search);
}

type ReadLookup = NonNullable<ReturnType<typeof useLookup>>;

interface LookupListProps {
  readonly read: ReadLookup;
  readonly label: string;
  readonly many?: boolean;
  readonly isSelected: (row: LookupRow) => boolean;
  readonly onChoose: (row: LookupRow, on: boolean) => void;
}

const neverDisabled = () => null;

function LookupList({ read, label, ...choice }: LookupListProps) {
  const { t } = useLingui();
  return (
    <SearchableList
      {...choice}
      label={label}
      searchLabel={t`Search`}
      read={read}
      rowKey={({ value }) => value}
      disabledReason={neverDisabled}
    >
      {({ label: name, detail }) => (
        <>
          {name}
          {detail !== "" && <small>{detail}</small>}
        </>
      )}
    </SearchableList>
  );
}

/** One id: picked from a list that opens below it, or typed. */
export function LookupInput({
  read,
  label,
  ...input
}: InputBinding<string> & { read: ReadLookup; label: string }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<LookupRow | null>(null);
  const list = useId();
  return (
    <div className={styles["lookup"]}>
      <div className={styles["lookupInput"]}>
        <TextInput {...input} mono autoComplete="off" spellCheck={false} autoCapitalize="off" />
        <Button
          aria-expanded={isOpen}
          aria-controls={list}
          aria-label={isOpen ? t`Close ${label}` : t`Choose ${label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <Trans>Close</Trans> : <Trans>Choose</Trans>}
        </Button>
      </div>
      {chosen !== null && chosen.value === input.value && (
        <p className={styles["chosen"]}>
          <Icon name="check" size={14} /> {chosen.label}
        </p>
      )}
      <div id={list}>
        {isOpen && (
          <LookupList
            read={read}
            label={label}
            isSelected={({ value }) => value === input.value}
            onChoose={(row) => {
              setChosen(row);
              input.onChange(row.value);
            }}
          />
        )}
      </div>
    </div>
  );
}

/** Several ids of a list. Ids that the list does not show, such as those of a link, stay selected. */
export function LookupChoices({
  read,
  label,
  value,
  onChange,
}: {
  read: ReadLookup;
  label: string;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}) {
  const { t } = useLingui();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  return (
    <>
      {value.length > 0 && (
        <ul className={styles["chips"]} aria-label={t`Selected`}>
          {value.map((id) => {
            const name = names.get(id) ?? id;
            return (
              <li key={id}>
                <button
                  type="button"
                  className={classNames(styles["chip"], styles["selected"])}
                  aria-label={t`Remove ${name}`}
                  onClick={() => onChange(value.filter((each) => each !== id))}
                >
                  {name}
                  <Icon name="close" size={14} />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <LookupList
        many
        read={read}
        label={label}
        isSelected={(row) => value.includes(row.value)}
        onChoose={(row, on) => {
          setNames(new Map([...names, [row.value, row.label]]));
          onChange([...value.filter((each) => each !== row.value), ...(on ? [row.value] : [])]);
        }}
      />
    </>
  );
}
