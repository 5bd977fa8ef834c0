import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useSessionInfo } from "../../lib/session/session.ts";
import { Field, Select } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";

/** Selects one of the user's workspaces for the request. */
export function WorkspaceSelect({
  value,
  wanted: requested,
  onChange,
}: {
  value: string;
  /** The workspace named by a link; the user may have no access to it. */
  wanted: string | undefined;
  onChange: (handle: string) => void;
}) {
  const { t } = useLingui();
  const { userWorkspaceRoles } = useSessionInfo();
  if (userWorkspaceRoles.length === 0)
    return (
      <Callout tone="warn">
        <Trans>
          You're not in a workspace yet, and this call needs one.{" "}
          <Link to="/workspaces/add">Create workspace</Link>
        </Trans>
      </Callout>
    );
  const isUnknown = value === "" && requested !== undefined;
  return (
    <Field
      id="playground-workspace"
      label={t`Workspace`}
      error={
        isUnknown
          ? t`You don't have a role in ${requested}. Choose one of your workspaces.`
          : undefined
      }
    >
      <Select
        id="playground-workspace"
        name="workspace"
        value={value}
        invalid={isUnknown}
        onChange={onChange}
        options={[
          ...(value === "" ? [{ value: "", label: t`Choose a workspace` }] : []),
          ...userWorkspaceRoles.map(({ handle, name }) => ({
            value: handle,
            label: `${name} (${handle})`,
          })),
        ]}
      />
    </Field>
  );
}
