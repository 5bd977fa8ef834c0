/** Creates a workspace; used by its own page and by the first onboarding step. */
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Workspace, workspaces } from "#contracts/workspaces.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { rememberWorkspace } from "../../lib/session/route-guards.ts";
import { refetchSession } from "../../lib/session/session.ts";
import { suggestHandle } from "./suggest-handle.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { HandleField } from "./handle-field.tsx";

/** `onDone` runs once the session info contains the new role. */
export function useCreateWorkspace(onDone: (workspace: Workspace) => Promise<void>) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useEndpointForm(workspaces.create, {
    initial: { name: "", handle: "" },
    labels: { name: t`Name`, handle: t`Handle` },
    onDone: async (workspace) => {
      await refetchSession();
      rememberWorkspace(workspace.handle);
      void invalidate(client, workspaces.list);
      await onDone(workspace);
    },
  });
}

/** The handle follows the name until the user edits it. */
export function CreateWorkspaceFields({ form }: { form: ReturnType<typeof useCreateWorkspace> }) {
  const { t } = useLingui();
  const [hasOwnHandle, setHasOwnHandle] = useState(false);
  const name = form.field("name");
  const handle = form.field("handle");
  return (
    <>
      <Field {...name.field} help={t`Your company or team name. You can change it later.`}>
        <TextInput
          {...name.input}
          onChange={(next) =>
            form.change(hasOwnHandle ? { name: next } : { name: next, handle: suggestHandle(next) })
          }
          autoComplete="organization"
          autoFocus
        />
      </Field>
      <HandleField
        field={handle.field}
        input={{
          ...handle.input,
          onChange: (next) => {
            setHasOwnHandle(next !== "");
            handle.input.onChange(next);
          },
        }}
      />
    </>
  );
}
