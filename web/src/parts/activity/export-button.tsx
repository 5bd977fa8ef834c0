import { Trans, useLingui } from "@lingui/react/macro";
import { exportedMost, mayExceedExport } from "#contracts/activity.ts";
import type { PageMeta } from "#contracts/kit.ts";
import { ActionButton } from "../../blocks/action-button.tsx";
import { type Requested, whole } from "../../blocks/code/requested.ts";
import { ShowCode } from "../../blocks/show-code.tsx";
import { wholeNumber } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { isChangeOfMind } from "../../lib/problem.ts";
import { saveFile } from "../../lib/save-file.ts";
import { wordProblem } from "../../lib/wording.ts";
import { toast } from "../../ui/toast.ts";

export interface ExportedFile {
  readonly fetch: () => Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
  /** What `fetch` sends. */
  readonly code: Requested;
  readonly busy: boolean;
  /** Why not. */
  readonly reason: string | null;
}

/** The entries that are listed, on all pages, for a spreadsheet. */
export function ExportButton({
  fetch,
  code,
  busy,
  reason,
  isEmpty,
}: ExportedFile & { isEmpty: boolean }) {
  const { t, i18n } = useLingui();
  const save = async () => {
    try {
      const { name, bytes } = await fetch();
      saveFile(name, new Blob([bytes.slice()], { type: "text/csv" }));
      void toast({ title: t`${name} downloaded` });
    } catch (error) {
      if (!isChangeOfMind(error)) void toast({ tone: "bad", title: wordProblem(i18n, error) });
    }
  };
  return (
    <>
      <ShowCode compact tone="plain" requested={() => whole(code)} />
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

/** Said only where it matters: a file does not hold any number of entries. */
export function ExportLimit({ meta }: { meta: PageMeta }) {
  const manner = useManner();
  if (!mayExceedExport(meta)) return null;
  const most = wholeNumber(exportedMost, manner);
  return (
    <>
      {". "}
      <Trans>
        Exports include the {most} most recent events. To export older ones, filter by date.
      </Trans>
    </>
  );
}
