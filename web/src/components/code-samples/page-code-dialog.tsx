import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { buildUrl } from "../../lib/api/api-client.ts";
import { Field, Select } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import CodeDialog from "./code-dialog.tsx";
import type { CodeAction, CodeGroup } from "./page-code.ts";

const itemId = "coded-item";
const actionId = "coded-action";

/** Method and path without the common part, such as `GET /instances`. */
function requestName({ preview: { requests } }: CodeAction): string {
  const [first] = requests;
  if (first === undefined) return "";
  const path = buildUrl(first.call, { path: first.input.path });
  return `${first.call.method} ${path.replace(/^\/api\/v1(?:\/workspaces\/[^/]+(?=\/))?/, "")}`;
}

const isPossible = ({ reason }: CodeAction): boolean => (reason ?? null) === null;

/** The code samples of a page: one request at a time, of the page itself or of one of its rows. */
export default function PageCodeDialog({
  groups,
  onClose,
}: {
  groups: readonly CodeGroup[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [selectedGroup, setGroup] = useState(0);
  const actions = groups[selectedGroup]?.actions ?? [];
  // The first action that is possible now.
  const [chosen, setChosen] = useState<number | null>(null);
  const selected = chosen ?? Math.max(0, actions.findIndex(isPossible));
  const action = actions[selected];
  if (action === undefined) return null;
  const reason = action.reason ?? null;
  return (
    <CodeDialog preview={action.preview} onClose={onClose}>
      {groups.length > 1 && (
        <Field id={itemId} label={t`Item`}>
          <Select
            id={itemId}
            name={itemId}
            value={String(selectedGroup)}
            onChange={(value) => {
              setGroup(Number(value));
              setChosen(null);
            }}
            options={groups.map(({ item }, position) => ({
              value: String(position),
              label: item ?? t`This page`,
            }))}
          />
        </Field>
      )}
      {actions.length > 1 && (
        <Field id={actionId} label={t`Action`}>
          <Select
            id={actionId}
            name={actionId}
            value={String(selected)}
            onChange={(value) => setChosen(Number(value))}
            options={actions.map((each, position) => ({
              value: String(position),
              label: each.label ?? requestName(each),
            }))}
          />
        </Field>
      )}
      {reason !== null && (
        <Callout>
          <Trans>This request would fail right now: {reason}</Trans>
        </Callout>
      )}
    </CodeDialog>
  );
}
