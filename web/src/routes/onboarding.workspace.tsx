import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { FormBody } from "../blocks/form-frame.tsx";
import { useSelf } from "../lib/session.ts";
import { StepPage } from "../parts/onboarding/step-page.tsx";
import { useGoOn } from "../parts/onboarding/use-go-on.ts";
import { CreateWorkspaceFields, useCreateWorkspace } from "../parts/workspaces/create-form.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/notices.tsx";

export const Route = createFileRoute("/onboarding/workspace")({ component: WorkspaceStep });

function WorkspaceStep() {
  const { t } = useLingui();
  const { userWorkspaceRoles } = useSelf();
  const { goOn, skip } = useGoOn("workspace");
  const form = useCreateWorkspace(goOn);
  const count = userWorkspaceRoles.length;
  return (
    <StepPage
      title={t`Create workspace`}
      text={t`Machines, projects, people and bills belong to a workspace. You become its owner; others join by invitation.`}
    >
      {count > 0 && !form.busy && (
        <div style={{ marginBottom: 18 }}>
          <Callout>
            <p>
              <Plural
                value={count}
                one="You are in a workspace already. Skip this if you need no other one."
                other="You are in # workspaces already. Skip this if you need no other one."
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
    </StepPage>
  );
}
