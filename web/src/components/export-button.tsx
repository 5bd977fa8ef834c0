import { Trans, useLingui } from "@lingui/react/macro";
import { ActionButton } from "./action-button.tsx";
import { type RequestPreview, completePreview } from "./code-samples/request-preview.ts";
import { CodeButton } from "./code-button.tsx";
import { isReauthenticationCancelled } from "../lib/api/problem-error.ts";
import { saveFile } from "../lib/browser/save-file.ts";
import { problemMessage } from "../lib/i18n/messages.ts";
import { toast } from "../ui/toast.ts";

export interface ListExport {
  readonly fetch: () => Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
  /** The request that `fetch` sends. */
  readonly code: RequestPreview;
  readonly busy: boolean;
  /** Disabled reason. */
  readonly reason: string | null;
}

/** Downloads the rows of a list, across all pages, as a CSV file. */
export function ExportButton({
  fetch,
  code,
  busy,
  reason,
  isEmpty,
}: ListExport & { isEmpty: boolean }) {
  const { t, i18n } = useLingui();
  const save = async () => {
    try {
      const { name, bytes } = await fetch();
      saveFile(name, new Blob([bytes.slice()], { type: "text/csv" }));
      void toast({ title: t`${name} downloaded` });
    } catch (error) {
      if (!isReauthenticationCancelled(error))
        void toast({ tone: "danger", title: problemMessage(i18n, error) });
    }
  };
  return (
    <>
      <CodeButton label={t`Export CSV`} requested={() => completePreview(code)} />
      <ActionButton
        icon="download"
        busy={busy}
        reason={reason ?? (isEmpty ? t`Nothing to export` : null)}
        onClick={() => void save()}
      >
        <Trans>Export CSV</Trans>
      </ActionButton>
    </>
  );
}
