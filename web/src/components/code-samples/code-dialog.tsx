import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, use, useMemo } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { CodePanel } from "./code-panel.tsx";
import { toSampleEndpoint } from "./sample-endpoint.ts";
import type { FormRequestPreview } from "./request-preview.ts";

export default function CodeDialog({
  preview: { requests, isComplete },
  onClose,
  children,
}: {
  preview: FormRequestPreview;
  onClose: () => void;
  /** Content above the code sample. */
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const checked = useMemo(
    () => (typeof isComplete === "boolean" ? isComplete : isComplete()),
    [isComplete],
  );
  return (
    <Dialog
      open
      wide
      closesOutside
      title={t`Request as code`}
      onClose={onClose}
      actions={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {children}
      <Suspense fallback={null}>
        <IncompleteNotice isComplete={checked} />
      </Suspense>
      {requests.length === 0 ? (
        <p>
          <Trans>No changes yet, so there's nothing to send.</Trans>
        </p>
      ) : (
        <CodePanel
          requests={requests.map(({ call: endpoint, input }) => ({
            call: toSampleEndpoint(endpoint),
            input,
          }))}
        />
      )}
    </Dialog>
  );
}

function IncompleteNotice({ isComplete }: { isComplete: boolean | Promise<boolean> }) {
  if (typeof isComplete === "boolean" ? isComplete : use(isComplete)) return null;
  return (
    <Callout>
      <Trans>
        Not all fields are filled in yet. Sent like this, the request would be rejected.
      </Trans>
    </Callout>
  );
}
