import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { FormPage } from "../../components/form-page.tsx";
import {
  CreateWorkspaceFields,
  useCreateWorkspace,
} from "../../features/workspaces/create-workspace-form.tsx";
import { buttonClass } from "../../ui/button.tsx";

export const Route = createFileRoute("/_console/workspaces/add")({ component: AddWorkspace });

function AddWorkspace() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useCreateWorkspace(({ handle }) =>
    navigate({ to: "/$workspace", params: { workspace: handle } }),
  );
  return (
    <FormPage
      form={form}
      title={t`Create workspace`}
      summary={t`You become the owner. Billing starts only when an instance is active.`}
      submit={t`Create workspace`}
      cancel={
        <Link to="/workspaces" className={buttonClass()}>
          <Trans>Cancel</Trans>
        </Link>
      }
    >
      <CreateWorkspaceFields form={form} />
    </FormPage>
  );
}
