import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projects } from "#contracts/projects.ts";
import { query } from "../../lib/client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { wordProblem } from "../../lib/wording.ts";
import { SearchInput } from "../../ui/chip.tsx";
import { Checkbox, FieldNotes, type FieldTies, type InputTies } from "../../ui/field.tsx";
import { Bone, Callout } from "../../ui/notices.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import styles from "./access-tokens.module.css";
import type { KnownProject, TokenValues } from "./token-form.ts";

interface Ties<V> {
  readonly field: FieldTies;
  readonly input: InputTies<V>;
}

interface ProjectsFieldProps {
  readonly workspace: string;
  readonly reach: Ties<TokenValues["reach"]>;
  readonly chosen: Ties<readonly KnownProject[]>;
}

/** Every project its maker reaches, or chosen ones. */
export function ProjectsField({ workspace, reach, chosen }: ProjectsFieldProps) {
  const { t } = useLingui();
  const { onChange, ...ties } = reach.input;
  return (
    <div className={styles["part"]}>
      <span className={styles["label"]}>{reach.field.label}</span>
      <RadioCards
        {...ties}
        onChange={(value) => {
          if (value !== "") onChange(value);
        }}
        legend={reach.field.label}
        options={[
          {
            value: "all",
            title: t`Every project`,
            facts: t`All you reach, and those added later`,
          },
          {
            value: "chosen",
            title: t`Chosen projects`,
            facts: t`Only these, and the machines in them`,
          },
        ]}
      />
      {reach.input.value === "chosen" && <Choices workspace={workspace} {...chosen} />}
    </div>
  );
}

/** More than these is found by typing. */
const shownAtMost = "100";
const manyProjects = 8;

function Choices({
  workspace,
  field,
  input,
}: { workspace: string } & Ties<readonly KnownProject[]>) {
  const { t, i18n } = useLingui();
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useDebounced(search, setSearch);
  const found = useQuery(
    query(projects.list, {
      path: { workspace },
      query: { perPage: shownAtMost, ...(search === "" ? {} : { search }) },
    }),
  );
  const isChosen = (id: string) => input.value.some((project) => project.id === id);
  const listed = found.data?.data ?? [];
  // What was chosen stays in sight, whatever is searched for.
  const others = input.value.filter(({ id }) => !listed.some((project) => project.id === id));
  const isLong = search !== "" || listed.length > manyProjects;
  return (
    <div className={styles["projects"]}>
      {isLong && (
        <SearchInput
          label={t`Name, description`}
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div id={field.id} tabIndex={-1} role="group" aria-label={t`Chosen projects`}>
        {found.error !== null && <Callout tone="bad">{wordProblem(i18n, found.error)}</Callout>}
        {found.isPending && <Bone width="60%" />}
        {found.data !== undefined && listed.length + others.length === 0 && (
          <p className={styles["quiet"]}>
            {search === "" ? (
              <Trans>There is no project yet.</Trans>
            ) : (
              <Trans>No project matches.</Trans>
            )}
          </p>
        )}
        {listed.length + others.length > 0 && (
          <ul>
            {[...others, ...listed].map(({ id, name }) => (
              <li key={id}>
                <Checkbox
                  id={`${field.id}.${id}`}
                  name="projectIds"
                  value={isChosen(id)}
                  onChange={(on) =>
                    input.onChange(
                      on
                        ? [...input.value, { id, name }]
                        : input.value.filter((project) => project.id !== id),
                    )
                  }
                  label={name}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <FieldNotes id={field.id} error={field.error} />
    </div>
  );
}
