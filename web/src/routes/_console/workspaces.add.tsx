import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { handle as handleShape } from "#contracts/text.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { FormPage } from "../../blocks/form-page.tsx";
import { query } from "../../lib/client.ts";
import { suggestHandle } from "../../lib/suggest-handle.ts";
import { reloadSelf } from "../../lib/session.ts";
import { useSettled } from "../../lib/use-settled.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";

export const Route = createFileRoute("/_console/workspaces/add")({ component: AddWorkspace });

function AddWorkspace() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [ownHandle, setOwnHandle] = useState(false);
  const form = useContractForm(workspaces.create, {
    initial: { name: "", handle: "" },
    labels: { name: t`Name`, handle: t`Handle` },
    onDone: async ({ handle }) => {
      await reloadSelf();
      await navigate({ to: "/$workspace", params: { workspace: handle } });
    },
  });
  const name = form.field("name");
  const handle = form.field("handle");
  return (
    <FormPage
      form={form}
      title={t`Create workspace`}
      facts={t`You become its owner. Nothing is billed until a machine is active`}
      submit={t`Create workspace`}
      cancel={
        <Link to="/workspaces" className={buttonClass()}>
          <Trans>Cancel</Trans>
        </Link>
      }
    >
      <Field {...name.field} help={t`As it is called in the company; can be changed later`}>
        <TextInput
          {...name.input}
          onChange={(next) =>
            form.change(ownHandle ? { name: next } : { name: next, handle: suggestHandle(next) })
          }
          autoComplete="organization"
          autoFocus
        />
      </Field>
      <Field {...handle.field} help={<Availability handle={form.values.handle} />}>
        <TextInput
          {...handle.input}
          mono
          onChange={(next) => {
            setOwnHandle(next !== "");
            handle.input.onChange(next.toLowerCase());
          }}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
    </FormPage>
  );
}

/** Part of every address of the workspace, so it is asked for while it is typed. */
function Availability({ handle }: { handle: string }) {
  const { t } = useLingui();
  const settled = useSettled(handle);
  const isWellFormed = handleShape.safeParse(settled).success;
  const { data } = useQuery({
    ...query(workspaces.handleAvailability, { path: { handle: settled } }),
    enabled: isWellFormed,
  });
  const host = location.host;
  if (handle === "" || !isWellFormed || settled !== handle || data === undefined) {
    return (
      <Trans>
        Part of every address: {host}/{handle === "" ? "…" : handle}
      </Trans>
    );
  }
  return data.available
    ? t`${host}/${handle} is free`
    : t`${host}/${handle} is taken; choose another`;
}
