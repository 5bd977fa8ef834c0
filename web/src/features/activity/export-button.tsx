import { Trans, useLingui } from "@lingui/react/macro";
import { maxExportRows, exceedsExportLimit } from "#contracts/activity.ts";
import type { PageMeta } from "#contracts/endpoint.ts";
import { ActionButton } from "../../components/action-button.tsx";
import {
  type RequestPreview,
  completePreview,
} from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { saveFile } from "../../lib/browser/save-file.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { toast } from "../../ui/toast.ts";

export interface ActivityExport {
  readonly fetch: () => Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
  /** The request that `fetch` sends. */
  readonly code: RequestPreview;
  readonly busy: boolean;
  /** Disabled reason. */
  readonly reason: string | null;
}

/** Downloads all listed activities, across all pages, as a CSV file. */
export function ExportButton({
  fetch,
  code,
  busy,
  reason,
  isEmpty,
}: ActivityExport & { isEmpty: boolean }) {
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

/** Shown only when the list may exceed the maximum number of rows. */
export function ExportLimit({ meta }: { meta: PageMeta }) {
  const localeSettings = useLocaleSettings();
  if (!exceedsExportLimit(meta)) return null;
  const most = formatInteger(maxExportRows, localeSettings);
  return (
    <>
      {". "}
      <Trans>
        Exports include the {most} most recent events. To export older ones, filter by date.
      </Trans>
    </>
  );
}
