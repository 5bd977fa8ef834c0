import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projects } from "#contracts/projects.ts";
import { query } from "../../lib/client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { wordProblem } from "../../lib/wording.ts";
import { SearchInput } from "../../ui/chip.tsx";
import { FieldNotes, type InputTies } from "../../ui/field.tsx";
import { Bone, Callout } from "../../ui/notices.tsx";
import styles from "./members.module.css";

/** More are found by their name. */
const shownAtMost = 100;
const searchedFrom = 8;

interface ProjectPickerProps {
  readonly workspace: string;
  readonly input: InputTies<readonly string[]>;
  readonly error: string | undefined;
}

/** What a limited team member gets to see. */
export function ProjectPicker({ workspace, input, error }: ProjectPickerProps) {
  const { t, i18n } = useLingui();
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useDebounced(search, setSearch);
  const result = useQuery(
    query(projects.list, {
      path: { workspace },
      query: { search, orderBy: "name", perPage: String(shownAtMost) },
    }),
  );
  const [isLong, setLong] = useState(false);
  const found = result.data?.data ?? [];
  if (!isLong && (result.data?.meta.total ?? 0) > searchedFrom) setLong(true);
  const { value: chosen } = input;
  const toggle = (id: string) =>
    input.onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset id={input.id} tabIndex={-1} className={styles["group"]}>
      <legend className={styles["legend"]}>
        <Trans>Projects</Trans>
      </legend>
      {isLong && (
        <SearchInput
          label={t`Find a project`}
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {result.error !== null && <Callout tone="bad">{wordProblem(i18n, result.error)}</Callout>}
      {result.data === undefined && result.error === null && <Bone width="60%" height={32} />}
      {found.length > 0 && (
        <div className={styles["projects"]}>
          {found.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                name="projectIds"
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
              {name}
            </label>
          ))}
        </div>
      )}
      {result.data !== undefined && found.length === 0 && (
        <p className={styles["quiet"]}>
          <Trans>No project has such a name.</Trans>
        </p>
      )}
      <FieldNotes
        id={input.id}
        error={error}
        help={
          chosen.length === 0
            ? t`Without a project they see nothing of what runs here`
            : t`${chosen.length} chosen`
        }
      />
    </fieldset>
  );
}
