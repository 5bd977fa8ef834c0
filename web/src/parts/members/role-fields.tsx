import { useLingui } from "@lingui/react/macro";
import { assignableRoles, type AssignableRole } from "#contracts/members.ts";
import { wordRole } from "../../lib/wording.ts";
import type { FieldTies, InputTies } from "../../ui/field.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { type ChosenProject, ProjectsChoice } from "../projects/project-pick.tsx";
import styles from "./members.module.css";
import { areaWords } from "./permission-words.ts";
import { RolePreview } from "./role-preview.tsx";
import { areasChangedBy } from "./role-reach.ts";

export interface RoleValues {
  readonly roleId: AssignableRole | "";
  readonly projectIds: readonly ChosenProject[];
}

/** What is sent: projects belong to one role alone. */
export const roleBody = ({ roleId, projectIds }: RoleValues) => ({
  roleId,
  projectIds: roleId === "limited_team_member" ? projectIds.map(({ id }) => id) : [],
});

interface RoleFieldsProps {
  readonly workspace: string;
  readonly role: { readonly field: FieldTies; readonly input: InputTies<AssignableRole | ""> };
  readonly projects: {
    readonly field: FieldTies;
    readonly input: InputTies<readonly ChosenProject[]>;
  };
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** The roles to choose from, the projects that come with one of them, and what the chosen one can do. */
export function RoleFields({ workspace, role, projects, problems }: RoleFieldsProps) {
  const { t, i18n } = useLingui();
  const chosen = role.input.value;
  const faultOfProjects = problems.find(({ path }) => path.startsWith("projectIds"))?.message;
  const factsOf = (id: AssignableRole): string => {
    const areas = areasChangedBy(id)
      .map((area) => i18n._(areaWords[area]))
      .join(", ");
    return areas === "" ? t`View only` : t`Can edit: ${areas}`;
  };
  return (
    <>
      <div className={styles["group"]}>
        <span className={styles["legend"]} aria-hidden="true">
          {role.field.label}
        </span>
        <RadioCards
          {...role.input}
          legend={role.field.label}
          error={role.field.error}
          options={assignableRoles.map((id) => ({
            value: id,
            title: wordRole(i18n, id),
            facts: factsOf(id),
          }))}
        />
      </div>
      {chosen === "limited_team_member" && (
        <div className={styles["group"]}>
          <span className={styles["legend"]} aria-hidden="true">
            {projects.field.label}
          </span>
          <ProjectsChoice
            workspace={workspace}
            {...projects}
            field={{ ...projects.field, error: faultOfProjects }}
            help={t`Without a project, they can't see any instances.`}
          />
        </div>
      )}
      {chosen !== "" && <RolePreview role={chosen} />}
    </>
  );
}
