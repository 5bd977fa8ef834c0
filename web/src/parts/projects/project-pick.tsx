import { Plural, useLingui } from "@lingui/react/macro";
import { type Project, projects } from "#contracts/projects.ts";
import { PickList } from "../../blocks/pick-list.tsx";
import { query } from "../../lib/client.ts";
import { FieldNotes, fieldStyles, type FieldTies, type InputTies } from "../../ui/field.tsx";
import { ProjectName } from "./colour.tsx";

interface ProjectPickProps {
  readonly workspace: string;
  /** What the choice is called. */
  readonly label: string;
  readonly many?: boolean;
  readonly whyNot?: (project: Project) => string | null;
  readonly isChosen: (project: Project) => boolean;
  readonly onChoose: (project: Project, on: boolean) => void;
}

const possible = () => null;

/** One of the workspace's projects, or several. */
export function ProjectPick({ workspace, whyNot = possible, ...choice }: ProjectPickProps) {
  const { t } = useLingui();
  return (
    <PickList
      {...choice}
      searchLabel={t`Search projects`}
      read={(search) =>
        query(projects.list, {
          path: { workspace },
          query: { search, perPage: "50", orderBy: "name" },
        })
      }
      rowKey={({ id }) => id}
      whyNot={whyNot}
    >
      {({ name, colour, instanceCount }) => (
        <>
          <ProjectName name={name} colour={colour} />
          <small>
            <Plural value={instanceCount} one="# instance" other="# instances" />
          </small>
        </>
      )}
    </PickList>
  );
}

export type ChosenProject = Pick<Project, "id" | "name">;

interface ProjectsChoiceProps {
  readonly workspace: string;
  readonly field: FieldTies;
  readonly input: InputTies<readonly ChosenProject[]>;
  /** What it means that none is chosen. */
  readonly help?: string;
}

/** Several projects as a form's field; what is chosen is named, also while a search hides it. */
export function ProjectsChoice({ workspace, field, input, help }: ProjectsChoiceProps) {
  const { t } = useLingui();
  const { value: chosen } = input;
  const names = chosen.map(({ name }) => name).join(", ");
  return (
    <div id={input.id} tabIndex={-1} className={fieldStyles["field"]}>
      <ProjectPick
        many
        workspace={workspace}
        label={field.label}
        isChosen={({ id }) => chosen.some((project) => project.id === id)}
        onChoose={({ id, name }, on) =>
          input.onChange([
            ...chosen.filter((project) => project.id !== id),
            ...(on ? [{ id, name }] : []),
          ])
        }
      />
      <FieldNotes
        id={input.id}
        error={field.error}
        help={chosen.length === 0 ? help : t`${chosen.length} selected: ${names}`}
      />
    </div>
  );
}
