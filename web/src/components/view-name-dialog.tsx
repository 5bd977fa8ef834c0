import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { maxViewName, type SavedView } from "../lib/browser/saved-views.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { ActionButton } from "./action-button.tsx";

interface ViewNameDialogProps {
  /** The view that gets another name; null for a new one. */
  readonly view: SavedView | null;
  readonly taken: readonly string[];
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

const formId = "view-name";

/** Asks for the name of a view. */
export default function ViewNameDialog({ view, taken, onName, onClose }: ViewNameDialogProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(view?.name ?? "");
  const name = typed.trim();
  const isTaken = name !== view?.name && taken.includes(name);
  const reason = isTaken
    ? t`Another view has this name`
    : name === ""
      ? t`Enter a name first`
      : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={view === null ? t`Save this view` : t`Rename ${view.name}`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActionButton tone="primary" reason={reason} onClick={() => onName(name)}>
            {view === null ? <Trans>Save view</Trans> : <Trans>Rename</Trans>}
          </ActionButton>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === null) onName(name);
        }}
      >
        <Field
          id={formId}
          label={t`Name`}
          help={t`A view has the filters, the order, and the columns of the list. It is kept in this browser.`}
          error={isTaken ? t`Another view has this name` : undefined}
        >
          <TextInput
            id={formId}
            name={formId}
            value={typed}
            onChange={setTyped}
            invalid={isTaken}
            maxLength={maxViewName}
            autoComplete="off"
          />
        </Field>
      </form>
    </Dialog>
  );
}
