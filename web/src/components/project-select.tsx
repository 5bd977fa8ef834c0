import { Plural, useLingui } from "@lingui/react/macro";
import { type Project, projects } from "#contracts/projects.ts";
import { SearchableList } from "./searchable-list.tsx";
import { endpointQuery } from "../lib/api/api-client.ts";
import { FieldNotes, fieldStyles, type FieldBinding, type InputBinding } from "../ui/field.tsx";
import { ProjectName } from "./project-colour.tsx";

interface ProjectSelectProps {
  readonly workspace: string;
  /** Accessible name of the field. */
  readonly label: string;
  readonly many?: boolean;
  readonly disabledReason?: (project: Project) => string | null;
  readonly isSelected: (project: Project) => boolean;
  readonly onChoose: (project: Project, on: boolean) => void;
}

const neverDisabled = () => null;

/** Selects one or several projects of the workspace. */
export function ProjectSelect({
  workspace,
  disabledReason = neverDisabled,
  ...choice
}: ProjectSelectProps) {
  const { t } = useLingui();
  return (
    <SearchableList
      {...choice}
      searchLabel={t`Search projects`}
      read={(search) =>
        endpointQuery(projects.list, {
          path: { workspace },
          query: { search, perPage: "50", orderBy: "name" },
        })
      }
      rowKey={({ id }) => id}
      disabledReason={disabledReason}
    >
      {({ name, colour, instanceCount }) => (
        <>
          <ProjectName name={name} colour={colour} />
          <small>
            <Plural value={instanceCount} one="# instance" other="# instances" />
          </small>
        </>
      )}
    </SearchableList>
  );
}

export type SelectedProject = Pick<Project, "id" | "name">;

interface ProjectsChoiceProps {
  readonly workspace: string;
  readonly field: FieldBinding;
  readonly input: InputBinding<readonly SelectedProject[]>;
  /** Explains what an empty selection means. */
  readonly help?: string;
}

/** A form field for several projects. Selected projects keep their names while a search hides their rows. */
export function ProjectsMultiSelect({ workspace, field, input, help }: ProjectsChoiceProps) {
  const { t } = useLingui();
  const { value: selected } = input;
  const names = selected.map(({ name }) => name).join(", ");
  return (
    <div id={input.id} tabIndex={-1} className={fieldStyles["field"]}>
      <ProjectSelect
        many
        workspace={workspace}
        label={field.label}
        isSelected={({ id }) => selected.some((project) => project.id === id)}
        onChoose={({ id, name }, on) =>
          input.onChange([
            ...selected.filter((project) => project.id !== id),
            ...(on ? [{ id, name }] : []),
          ])
        }
      />
      <FieldNotes
        id={input.id}
        error={field.error}
        help={selected.length === 0 ? help : t`${selected.length} selected: ${names}`}
      />
    </div>
  );
}
