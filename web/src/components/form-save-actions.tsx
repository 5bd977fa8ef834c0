import { Trans } from "@lingui/react/macro";
import { Button } from "../ui/button.tsx";
import type { UntypedForm } from "./use-endpoint-form.ts";

/** Buttons of a settings form: Save is disabled until something changes, and Discard appears then. */
export const FormSaveActions = ({
  form: { busy, dirty },
  onDiscard,
}: {
  form: Pick<UntypedForm, "busy" | "dirty">;
  onDiscard: () => void;
}) => (
  <>
    <Button tone="primary" type="submit" busy={busy} disabled={!dirty}>
      <Trans>Save</Trans>
    </Button>
    {dirty && (
      <Button onClick={onDiscard}>
        <Trans>Discard</Trans>
      </Button>
    )}
  </>
);
