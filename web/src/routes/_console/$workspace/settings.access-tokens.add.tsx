import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { tokens } from "#contracts/tokens.ts";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { FormPage } from "../../../components/form-page.tsx";
import { invalidate } from "../../../lib/api/api-client.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { IpRangesField, useIpRangeErrors } from "../../../features/tokens/ip-ranges-field.tsx";
import { ExpiryField } from "../../../features/tokens/expiry-field.tsx";
import { ProjectsField } from "../../../features/tokens/projects-field.tsx";
import type { CreatedToken } from "../../../features/tokens/token-secret-dialog.tsx";
import { ScopesField } from "../../../features/tokens/scopes-field.tsx";
import {
  initialTokenValues,
  type TokenValues,
  useCreateTokenBody,
} from "../../../features/tokens/token-form.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";

const SecretDialog = lazyPart(() => import("../../../features/tokens/token-secret-dialog.tsx"));

export const Route = createFileRoute("/_console/$workspace/settings/access-tokens/add")({
  beforeLoad: ({ context }) => requirePermission(context.role, "token.create"),
  component: CreateToken,
});

function CreateToken() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const maySeeProjects = useHasPermission("project.view");
  const [created, setMade] = useState<CreatedToken | null>(null);
  const faultyRange = useIpRangeErrors();
  const form = useEndpointForm(tokens.create, {
    initial: initialTokenValues,
    labels: {
      name: t`Name`,
      scopes: t`Permissions`,
      projectAccess: t`Projects`,
      projectIds: t`Projects`,
      expiry: t`Expires in`,
      expiresInDays: t`Days`,
      ipRanges: t`Allowed IP addresses`,
    } satisfies Record<keyof TokenValues, string>,
    path: { workspace },
    body: useCreateTokenBody(),
    also: faultyRange,
    onDone: (response) => {
      setMade(response);
      void invalidate(client, tokens.list, tokens.own);
    },
  });
  const name = form.field("name");
  return (
    <>
      <FormPage
        form={form}
        title={t`Create token`}
        summary={t`Acts as you in this workspace, with the permissions you choose and never more than your own`}
        submit={t`Create token`}
        cancel={
          <Link
            to="/$workspace/settings/access-tokens"
            params={{ workspace }}
            className={buttonClass()}
          >
            <Trans>Cancel</Trans>
          </Link>
        }
      >
        <Field {...name.field} help={t`What uses it and where, such as “backup on nas-2”`}>
          <TextInput {...name.input} autoComplete="off" maxLength={64} autoFocus />
        </Field>
        <ScopesField
          {...form.field("scopes")}
          isRestrictedToProjects={form.values.projectAccess === "chosen"}
        />
        {maySeeProjects && (
          <ProjectsField
            workspace={workspace}
            projectAccess={form.field("projectAccess")}
            chosen={form.field("projectIds")}
          />
        )}
        <ExpiryField expiry={form.field("expiry")} days={form.field("expiresInDays")} />
        <IpRangesField {...form.field("ipRanges")} />
      </FormPage>
      {created !== null && (
        <Suspense>
          <SecretDialog
            created={created}
            onClose={() =>
              void navigate({
                to: "/$workspace/settings/access-tokens/$tokenID",
                params: { workspace, tokenID: created.token.id },
              })
            }
          />
        </Suspense>
      )}
    </>
  );
}
