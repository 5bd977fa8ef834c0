import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { account, type Blocker } from "#contracts/account.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { logOut, useSessionInfo } from "../../lib/session/session.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Skeleton, Callout } from "../../ui/feedback.tsx";
import styles from "./account.module.css";

const formId = "deactivate-account";

/** Shows the blockers with links first; without blockers, the consequences and a field for the typed email. */
export default function DeactivateAccountDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { user } = useSessionInfo();
  const cancel = useRef<HTMLButtonElement>(null);
  const { data, error } = useQuery({ ...endpointQuery(account.blockers, {}), staleTime: 0 });
  const isFree = data?.blockers.length === 0;
  const form = useEndpointForm(account.deactivate, {
    initial: { deactivateMessage: "", typed: "" },
    labels: { deactivateMessage: t`Why are you leaving?`, typed: t`Type ${user.email} to confirm` },
    body: ({ deactivateMessage }) => (deactivateMessage.trim() === "" ? {} : { deactivateMessage }),
    onDone: () => logOut(),
  });
  const message = form.field("deactivateMessage");
  const typed = form.field("typed");
  const matches = form.values.typed.toLowerCase() === user.email.toLowerCase();
  return (
    <Dialog
      open
      alert
      title={t`Deactivate account`}
      onClose={() => {
        if (!form.busy) onClose();
      }}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {isFree && (
            <Button
              tone="dangerPrimary"
              type="submit"
              form={formId}
              busy={form.busy}
              disabled={!matches}
            >
              <Trans>Deactivate account</Trans>
            </Button>
          )}
        </>
      }
    >
      {error !== null && <Callout tone="danger">{problemMessage(i18n, error)}</Callout>}
      {error === null && data === undefined && <Skeleton width="80%" />}
      {data !== undefined && !isFree && <Blockers blockers={data.blockers} />}
      {isFree && (
        <Form form={form} id={formId} guard={false} className={styles["form"] ?? ""}>
          <ul>
            <li>
              <Trans>
                You'll be signed out everywhere, and your access tokens will stop working.
              </Trans>
            </li>
            <li>
              <Trans>Workspaces you were invited to aren't affected.</Trans>
            </li>
          </ul>
          <FormProblems form={form} />
          <Field {...message.field} aside={t`optional`}>
            <Textarea {...message.input} rows={3} />
          </Field>
          <Field {...typed.field}>
            <TextInput
              {...typed.input}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="off"
            />
          </Field>
        </Form>
      )}
    </Dialog>
  );
}

function Blockers({ blockers }: { blockers: readonly Blocker[] }) {
  const { t } = useLingui();
  return (
    <>
      <p>
        <Trans>Resolve these first:</Trans>
      </p>
      <ul className={styles["blockers"]} aria-label={t`Issues to resolve first`}>
        {blockers.map((blocker) => (
          <li key={`${blocker.kind} ${blocker.workspace?.handle}`}>
            <Icon name="warning" />
            <BlockerMessage {...blocker} />
          </li>
        ))}
      </ul>
    </>
  );
}

function BlockerMessage({ kind, workspace, count }: Blocker) {
  if (kind === "running_instances" && workspace !== null)
    return (
      <p>
        <Link to="/$workspace/instances" params={{ workspace: workspace.handle }}>
          <Plural value={count} one="# instance is running" other="# instances are running" />
        </Link>{" "}
        <Trans>in {workspace.name}. Terminate everything there first.</Trans>
      </p>
    );
  if (kind === "unpaid_invoices" && workspace !== null)
    return (
      <p>
        <Link
          to="/$workspace/billing/invoice"
          params={{ workspace: workspace.handle }}
          search={{ status: "issued,overdue" }}
        >
          <Plural value={count} one="# invoice is unpaid" other="# invoices are unpaid" />
        </Link>{" "}
        <Trans>in {workspace.name}. Pay it first.</Trans>
      </p>
    );
  if (kind === "owned_workspace" && workspace !== null)
    return (
      <p>
        <Trans>
          You own{" "}
          <Link to="/$workspace" params={{ workspace: workspace.handle }}>
            {workspace.name}
          </Link>
          , which has <Plural value={count} one="# other member" other="# other members" />.
          Transfer ownership first.
        </Trans>
      </p>
    );
  return (
    <p>
      <Trans>You're the only IT Admin. Assign the role to someone else first.</Trans>
    </p>
  );
}
