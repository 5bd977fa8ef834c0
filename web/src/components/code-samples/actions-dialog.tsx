import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Field, Select } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import CodeDialog from "./code-dialog.tsx";
import { completePreview } from "./request-preview.ts";
import type { ActionCode } from "./code-dialog-store.ts";

const fieldId = "coded-action";

/** The code samples of several actions, one at a time. */
export default function ActionsDialog({
  actions,
  onClose,
}: {
  actions: readonly ActionCode[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  // Select the first available action.
  const possible = actions.findIndex(({ reason }) => (reason ?? null) === null);
  const [selected, setChosen] = useState(String(Math.max(0, possible)));
  const action = actions[Number(selected)];
  if (action === undefined) return null;
  const reason = action.reason ?? null;
  return (
    <CodeDialog preview={completePreview(action.code)} onClose={onClose}>
      <Field id={fieldId} label={t`Action`}>
        <Select
          id={fieldId}
          name={fieldId}
          value={selected}
          onChange={setChosen}
          options={actions.map(({ label }, position) => ({ value: String(position), label }))}
        />
      </Field>
      {reason !== null && (
        <Callout>
          <Trans>This request would fail right now: {reason}</Trans>
        </Callout>
      )}
    </CodeDialog>
  );
}
