import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { credentials, type ListedCredential } from "#contracts/credentials.ts";
import {
  type RequestPreview,
  completePreview,
} from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Skeleton, Callout } from "../../ui/feedback.tsx";

interface ReplaceDefaultDialogProps {
  readonly workspace: string;
  /** The default key that is to be deleted. */
  readonly credential: ListedCredential;
  /** Makes another key the default; throws on failure. */
  readonly makeDefault: (next: ListedCredential) => Promise<unknown>;
  readonly code: (next: ListedCredential) => RequestPreview;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const fieldId = "other-default-key";

/** Deletes the default key after another key has become the default. */
export default function ReplaceDefaultDialog(props: ReplaceDefaultDialogProps) {
  const { workspace, credential, makeDefault, code, onDone, onClose } = props;
  const { t, i18n } = useLingui();
  const [selected, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { data, error } = useQuery(
    endpointQuery(credentials.list, { path: { workspace }, query: { perPage: "100" } }),
  );
  const others = data?.data.filter(({ id }) => id !== credential.id) ?? [];
  const next = others.find(({ id }) => id === selected) ?? others[0];
  const problem = failure ?? (error === null ? null : problemMessage(i18n, error));

  const act = async () => {
    if (next === undefined) return;
    setBusy(true);
    setFailure(null);
    try {
      await makeDefault(next);
      onDone();
    } catch (problem) {
      setFailure(problemMessage(i18n, problem));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose();
      }}
      title={t`Choose a new default key first`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone="primary"
            busy={busy}
            disabled={next === undefined}
            onClick={() => void act()}
          >
            {next === undefined ? t`Make default` : t`Make ${next.name} the default`}
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          {credential.name} is the default key for new instances. Choose another default first. You
          can then confirm the deletion.
        </Trans>
      </p>
      {data === undefined && error === null && <Skeleton height={36} />}
      {next !== undefined && (
        <Field id={fieldId} label={t`New default key`}>
          <Select
            id={fieldId}
            name={fieldId}
            value={next.id}
            onChange={setChosen}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      {problem !== null && <Callout tone="danger">{problem}</Callout>}
      {next !== undefined && <CodeButton requested={() => completePreview(code(next))} />}
    </Dialog>
  );
}
