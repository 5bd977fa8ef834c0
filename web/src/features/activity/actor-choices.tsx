/** The choices of the person filter, by group, with a search field when they are many. */
import { Trans, useLingui } from "@lingui/react/macro";
import { type RefObject, useState } from "react";
import { SearchInput } from "../../ui/filter-chip.tsx";
import menuStyles from "../../ui/menu.module.css";
import Popover from "../../ui/popover.tsx";
import styles from "./actor-choices.module.css";
import type { NamedGroup } from "./filter-actor.tsx";

const maxWithoutSearch = 10;

interface ActorChoicesProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly label: string;
  readonly groups: readonly NamedGroup[];
  readonly selected: readonly string[];
  readonly onToggle: (key: string) => void;
}

export default function ActorChoices({
  groups,
  selected,
  onToggle,
  ...popover
}: ActorChoicesProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const shown = groups
    .map(({ title, actors }) => ({
      title,
      actors: actors.filter(({ name }) => name.toLowerCase().includes(wanted)),
    }))
    .filter(({ actors }) => actors.length > 0);
  const count = groups.reduce((all, { actors }) => all + actors.length, 0);
  return (
    <Popover {...popover}>
      {count > maxWithoutSearch && (
        <div className={styles["search"]}>
          <SearchInput
            label={t`Search by name`}
            value={typed}
            maxLength={100}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
      )}
      <div className={styles["groups"]}>
        {shown.map(({ title, actors }) => (
          <fieldset key={title} className={styles["group"]}>
            <legend className={styles["title"]}>{title}</legend>
            {actors.map(({ key, name }) => (
              <label key={key} className={menuStyles["check"]}>
                <input
                  type="checkbox"
                  checked={selected.includes(key)}
                  onChange={() => onToggle(key)}
                />
                <span translate="no">{name}</span>
              </label>
            ))}
          </fieldset>
        ))}
        {shown.length === 0 && (
          <p className={styles["none"]}>
            <Trans>No results</Trans>
          </p>
        )}
      </div>
    </Popover>
  );
}
