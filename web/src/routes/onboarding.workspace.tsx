import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { FormBody } from "../components/form.tsx";
import { useSessionInfo } from "../lib/session/session.ts";
import { OnboardingStepPage } from "../features/onboarding/onboarding-step-page.tsx";
import { skipStep } from "../features/onboarding/onboarding.ts";
import {
  CreateWorkspaceFields,
  useCreateWorkspace,
} from "../features/workspaces/create-workspace-form.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/feedback.tsx";

export const Route = createFileRoute("/onboarding/workspace")({ component: WorkspaceStep });

function WorkspaceStep() {
  const { t } = useLingui();
  const { userWorkspaceRoles } = useSessionInfo();
  const navigate = useNavigate();
  const form = useCreateWorkspace(({ handle }) =>
    navigate({ to: "/onboarding/billing-information", search: { workspace: handle } }),
  );
  const skip = () => {
    skipStep("workspace");
    void navigate({ to: "/" });
  };
  const count = userWorkspaceRoles.length;
  return (
    <OnboardingStepPage
      step="workspace"
      title={t`Create workspace`}
      text={t`Instances, projects, members, and billing belong to a workspace. You become its owner and can invite others.`}
    >
      {count > 0 && !form.busy && (
        <div style={{ marginBottom: 18 }}>
          <Callout>
            <p>
              <Plural
                value={count}
                one="You're already in a workspace. Skip this if you don't need another one."
                other="You're already in # workspaces. Skip this if you don't need another one."
              />
            </p>
          </Callout>
        </div>
      )}
      <FormBody
        form={form}
        submit={t`Create workspace`}
        cancel={
          <Button onClick={skip} disabled={form.busy}>
            <Trans>Skip</Trans>
          </Button>
        }
      >
        <CreateWorkspaceFields form={form} />
      </FormBody>
    </OnboardingStepPage>
  );
}
