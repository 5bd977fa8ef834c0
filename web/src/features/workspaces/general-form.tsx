import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Workspace, workspaces } from "#contracts/workspaces.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { FormSaveActions } from "../../components/form-save-actions.tsx";
import { changedFields } from "../../lib/api/changed-fields.ts";
import { endpointQuery, invalidate } from "../../lib/api/api-client.ts";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { refetchSession } from "../../lib/session/session.ts";
import { Card } from "../../ui/card.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { ColourField } from "./colour-field.tsx";
import { HandleField } from "./handle-field.tsx";
import styles from "./workspaces.module.css";

type GeneralValues = Pick<Workspace, "name" | "handle" | "colour">;

/** After a change: updates the session's roles, and the URL, which contains the handle. */
function useInvalidateWorkspace(): (workspace: Workspace) => Promise<void> {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (workspace) => {
    const { handle } = workspace;
    // Caches the workspace under its new handle, so that the page shows no skeleton again.
    client.setQueryData(
      endpointQuery(workspaces.view, { path: { workspace: handle } }).queryKey,
      workspace,
    );
    await refetchSession();
    await navigate({
      to: "/$workspace/settings/general",
      params: { workspace: handle },
      replace: true,
    });
    void toast({ title: t`Changes saved` });
    // The response has no suspension; the page's query has.
    await invalidate(client, workspaces.view, workspaces.list, workspaces.overview);
  };
}

export function GeneralForm({ workspace }: { workspace: Workspace }) {
  const { t } = useLingui();
  const { formerHandles } = useWorkspace();
  const { name, handle, colour } = workspace;
  const before: GeneralValues = { name, handle, colour };
  const form = useEndpointForm(workspaces.update, {
    initial: before,
    labels: { name: t`Name`, handle: t`Handle`, colour: t`Color` },
    path: { workspace: workspace.id },
    body: (values) => changedFields(values, before),
    onDone: useInvalidateWorkspace(),
  });
  // Shows changes of others at once, unless the form has unsubmitted input.
  const [seen, setSeen] = useState(before);
  if (Object.keys(changedFields(before, seen)).length > 0) {
    setSeen(before);
    if (!form.dirty) form.reset(before);
  }
  const nameField = form.field("name");
  const handleField = form.field("handle");
  return (
    <Card title={<Trans>Workspace details</Trans>}>
      <Form form={form} code={t`Workspace details`} className={styles["stack"] ?? ""}>
        <FormProblems form={form} />
        <Field {...nameField.field} help={t`Your company or team name`}>
          <TextInput {...nameField.input} autoComplete="organization" maxLength={64} />
        </Field>
        <HandleField {...handleField} own={[handle, ...formerHandles]} />
        {form.values.handle !== handle && (
          <p className={styles["subtle"]}>
            <Trans>
              URLs with <code>{handle}</code> redirect to the new ones for 90 days. Until then,
              nobody else can use this handle.
            </Trans>
          </p>
        )}
        <ColourField {...form.field("colour")} name={form.values.name} />
        <div className={styles["actions"]}>
          <FormSaveActions form={form} onDiscard={() => form.reset(before)} />
        </div>
      </Form>
    </Card>
  );
}
