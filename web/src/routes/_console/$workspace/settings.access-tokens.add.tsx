import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { tokens } from "#contracts/tokens.ts";
import { useContractForm } from "../../../blocks/contract-form.ts";
import { FormPage } from "../../../blocks/form-page.tsx";
import { refresh } from "../../../lib/client.ts";
import { requirePermission } from "../../../lib/guards.ts";
import { useCan } from "../../../lib/permissions.ts";
import { lazyPart } from "../../../lib/missing-code.ts";
import { AddressesField, useFaultyRange } from "../../../parts/access-tokens/addresses-field.tsx";
import { ExpiryField } from "../../../parts/access-tokens/expiry-field.tsx";
import { ProjectsField } from "../../../parts/access-tokens/projects-field.tsx";
import type { MadeToken } from "../../../parts/access-tokens/secret-dialog.tsx";
import { RightsField } from "../../../parts/access-tokens/rights-field.tsx";
import {
  emptyToken,
  type TokenValues,
  useTokenBody,
} from "../../../parts/access-tokens/token-form.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";

const SecretDialog = lazyPart(() => import("../../../parts/access-tokens/secret-dialog.tsx"));

export const Route = createFileRoute("/_console/$workspace/settings/access-tokens/add")({
  beforeLoad: ({ context }) => requirePermission(context.role, "token.create"),
  component: CreateToken,
});

function CreateToken() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const maySeeProjects = useCan("project.view");
  const [made, setMade] = useState<MadeToken | null>(null);
  const faultyRange = useFaultyRange();
  const form = useContractForm(tokens.create, {
    initial: emptyToken,
    labels: {
      name: t`Name`,
      scopes: t`Permissions`,
      reach: t`Projects`,
      projectIds: t`Projects`,
      expiry: t`Expires in`,
      expiresInDays: t`Days`,
      ipRanges: t`Allowed IP addresses`,
    } satisfies Record<keyof TokenValues, string>,
    path: { workspace },
    body: useTokenBody(),
    also: faultyRange,
    onDone: (answer) => {
      setMade(answer);
      void refresh(client, tokens.list, tokens.own);
    },
  });
  const name = form.field("name");
  return (
    <>
      <FormPage
        form={form}
        title={t`Create token`}
        facts={t`Acts as you in this workspace, with the permissions you choose and never more than your own`}
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
        <RightsField {...form.field("scopes")} ofSomeProjects={form.values.reach === "chosen"} />
        {maySeeProjects && (
          <ProjectsField
            workspace={workspace}
            reach={form.field("reach")}
            chosen={form.field("projectIds")}
          />
        )}
        <ExpiryField expiry={form.field("expiry")} days={form.field("expiresInDays")} />
        <AddressesField {...form.field("ipRanges")} />
      </FormPage>
      {made !== null && (
        <Suspense>
          <SecretDialog
            made={made}
            onClose={() =>
              void navigate({
                to: "/$workspace/settings/access-tokens/$tokenID",
                params: { workspace, tokenID: made.token.id },
              })
            }
          />
        </Suspense>
      )}
    </>
  );
}
