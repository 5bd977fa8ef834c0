/** Fields of a role that staff give: the role, its projects and the reason. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type AssignableRole, assignableRoles } from "#contracts/members.ts";
import { workspaceRoles } from "#contracts/workspace-roles.ts";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import { workspaceRoleLabel } from "../../../lib/i18n/messages.ts";
import {
  Field,
  type FieldBinding,
  FieldNotes,
  type InputBinding,
  Textarea,
} from "../../../ui/field.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import styles from "../admin.module.css";

export interface RoleValues {
  readonly roleId: AssignableRole | "";
  readonly projectIds: readonly string[];
  readonly reason: string;
}

/** The part of the request body that the fields fill: only one role has projects. */
export const roleBody = ({ roleId, projectIds, reason }: RoleValues) => ({
  roleId,
  projectIds: roleId === "limited_team_member" ? projectIds : [],
  reason,
});

interface Bound<V> {
  readonly field: FieldBinding;
  readonly input: InputBinding<V>;
}

interface RoleFieldsProps {
  /** Null while no workspace is chosen. */
  readonly workspaceId: string | null;
  readonly role: Bound<AssignableRole | "">;
  readonly projects: Bound<readonly string[]>;
  readonly reason: Bound<string>;
}

export function RoleFields({ workspaceId, role, projects, reason }: RoleFieldsProps) {
  const { t, i18n } = useLingui();
  const descriptions: Record<AssignableRole, string> = {
    administrator: t`Everything except members and the workspace itself`,
    team_member: t`Creates projects and instances, and changes their own`,
    limited_team_member: t`Sees only the projects chosen here`,
    billing_administrator: t`Billing only, without instances`,
  };
  return (
    <>
      <RadioCards
        {...role.input}
        legend={role.field.label}
        error={role.field.error}
        options={assignableRoles.map((id) => ({
          value: id,
          title: workspaceRoleLabel(i18n, id),
          description: descriptions[id],
        }))}
      />
      {role.input.value === "limited_team_member" && workspaceId !== null && (
        <ProjectChoice workspaceId={workspaceId} {...projects} />
      )}
      <Field {...reason.field} help={t`Its members read it in the activity log`}>
        <Textarea {...reason.input} rows={2} maxLength={500} />
      </Field>
    </>
  );
}

function ProjectChoice({
  workspaceId,
  field,
  input,
}: { workspaceId: string } & Bound<readonly string[]>) {
  const { t } = useLingui();
  const { data } = useQuery(
    endpointQuery(workspaceRoles.roles, { query: { workspace: workspaceId } }),
  );
  const found = data?.projects ?? [];
  return (
    <div id={input.id} tabIndex={-1}>
      <fieldset className={styles["results"]} aria-busy={data === undefined || undefined}>
        <legend>{field.label}</legend>
        {data !== undefined && found.length === 0 && (
          <p>
            <Trans>The workspace has no projects.</Trans>
          </p>
        )}
        {found.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={input.value.includes(id)}
              onChange={(event) =>
                input.onChange([
                  ...input.value.filter((project) => project !== id),
                  ...(event.currentTarget.checked ? [id] : []),
                ])
              }
            />
            <b translate="no">{name}</b>
          </label>
        ))}
      </fieldset>
      <FieldNotes
        id={input.id}
        error={field.error}
        help={
          input.value.length === 0 ? t`Without a project, they can't see any instances.` : undefined
        }
      />
    </div>
  );
}
