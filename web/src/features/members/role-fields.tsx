import { useLingui } from "@lingui/react/macro";
import { assignableRoles, type AssignableRole } from "#contracts/members.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import type { FieldBinding, InputBinding } from "../../ui/field.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { type SelectedProject, ProjectsMultiSelect } from "../../components/project-select.tsx";
import styles from "./members.module.css";
import { areaLabels, permissionAreas } from "../../lib/features/label-registry.ts";
import { RolePreview } from "./role-preview.tsx";
import { areasWithWriteAccess } from "./role-permissions.ts";

export interface RoleValues {
  readonly roleId: AssignableRole | "";
  readonly projectIds: readonly SelectedProject[];
}

/** The request body: only one role has projects. */
export const roleBody = ({ roleId, projectIds }: RoleValues) => ({
  roleId,
  projectIds: roleId === "limited_team_member" ? projectIds.map(({ id }) => id) : [],
});

interface RoleFieldsProps {
  readonly workspace: string;
  readonly role: {
    readonly field: FieldBinding;
    readonly input: InputBinding<AssignableRole | "">;
  };
  readonly projects: {
    readonly field: FieldBinding;
    readonly input: InputBinding<readonly SelectedProject[]>;
  };
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** Fields for the role and its projects, with a preview of the role's permissions. */
export function RoleFields({ workspace, role, projects, problems }: RoleFieldsProps) {
  const { t, i18n } = useLingui();
  const selected = role.input.value;
  const faultOfProjects = problems.find(({ path }) => path.startsWith("projectIds"))?.message;
  const roleSummary = (id: AssignableRole): string => {
    const areas = areasWithWriteAccess(id, permissionAreas)
      .map((area) => i18n._(areaLabels[area]))
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
            title: workspaceRoleLabel(i18n, id),
            description: roleSummary(id),
          }))}
        />
      </div>
      {selected === "limited_team_member" && (
        <div className={styles["group"]}>
          <span className={styles["legend"]} aria-hidden="true">
            {projects.field.label}
          </span>
          <ProjectsMultiSelect
            workspace={workspace}
            {...projects}
            field={{ ...projects.field, error: faultOfProjects }}
            help={t`Without a project, they can't see any instances.`}
          />
        </div>
      )}
      {selected !== "" && <RolePreview role={selected} />}
    </>
  );
}
