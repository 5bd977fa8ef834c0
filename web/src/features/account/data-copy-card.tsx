import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Account, account, type DataCopy } from "#contracts/account.ts";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { formatBytes, formatRelativeTime } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { saveFile } from "../../lib/browser/save-file.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { Status } from "../../ui/status.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { accountQuery } from "./account-page.tsx";
import styles from "./account.module.css";

const pollIntervalMilliseconds = 5_000;

const isInProgress = (copy: DataCopy | null): boolean =>
  copy?.status === "queued" || copy?.status === "running";

const dayMilliseconds = 86_400_000;

/** Time of the request that blocks another one for a day; null when a new request is possible. */
const requestTimeWithinLastDay = (copy: DataCopy | null, now: number): string | null =>
  copy !== null && Date.parse(copy.createdAt) + dayMilliseconds > now ? copy.createdAt : null;

export function DataCopyCard({ known }: { known: Account }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const now = useNow();
  const copy = known.dataCopy;
  const requestedAt = requestTimeWithinLastDay(copy, now);
  // A second observer of the page's query, which polls while the copy is being made.
  useQuery({
    ...accountQuery,
    enabled: isInProgress(copy),
    refetchInterval: pollIntervalMilliseconds,
  });
  const request = useEndpointAction(account.requestDataCopy, {
    invalidates: [account.view],
    successMessage: () => t`Preparing your data export`,
  });
  const { onSelect, code } = request.now({});
  return (
    <Card title={<Trans>Export your data</Trans>}>
      <div className={styles["section"]}>
        <p className={styles["subtle"]}>
          <Trans>
            Get everything we store about you in one ZIP file. We'll email you a link when it's
            ready. The file is deleted after 7 days.
          </Trans>
        </p>
        {copy !== null && <DataCopyStatusBadge copy={copy} />}
        <Tooltip
          text={
            requestedAt === null
              ? null
              : t`Once a day. Available again ${formatRelativeTime(requestedAt, now - dayMilliseconds, localeSettings)}.`
          }
        >
          {(describedBy) => (
            <Button
              busy={request.busy}
              disabled={requestedAt !== null}
              aria-describedby={describedBy}
              onClick={onSelect}
            >
              <Trans>Request export</Trans>
            </Button>
          )}
        </Tooltip>
        <CodeButton label={t`Request export`} requested={() => completePreview(code)} />
      </div>
    </Card>
  );
}

function DataCopyStatusBadge({ copy }: { copy: DataCopy }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  switch (copy.status) {
    case "queued":
    case "running":
      return <Status tone="busy" shape="spinner">{t`Preparing`}</Status>;
    case "ready":
      return (
        <div>
          <Status tone="ok" shape="dot">
            {copy.sizeBytes === null
              ? t`Ready`
              : t`Ready, ${formatBytes(copy.sizeBytes, localeSettings)}`}
          </Status>
          <p className={styles["subtle"]}>
            <Trans>The link is in the email we sent you.</Trans>{" "}
            {copy.expiresAt !== null && (
              <Trans>
                It's available until <RelativeTime at={copy.expiresAt} exact />.
              </Trans>
            )}
          </p>
        </div>
      );
    case "failed":
      return (
        <div>
          <Status tone="danger" shape="square">{t`Export failed`}</Status>
          <p className={styles["subtle"]}>
            <Trans>We've been notified and are looking into it.</Trans>
          </p>
        </div>
      );
    case "expired":
      return (
        <Status tone="idle" shape="hollow">
          <span>
            <Trans>
              Deleted. Created <RelativeTime at={copy.createdAt} />.
            </Trans>
          </span>
        </Status>
      );
  }
}

/** Target of the link in the email. Opening the page downloads nothing. */
export function DataCopyDownload({ token }: { token: string }) {
  const { t, i18n } = useLingui();
  const fetched = useEndpointAction(account.downloadDataCopy, {
    invalidates: [],
    successMessage: () => t`Data export downloaded`,
  });
  const [failure, setFailure] = useState<string | null>(null);
  const fetchIt = async () => {
    setFailure(null);
    try {
      const { name, bytes: content } = await fetched.run({ path: { token } });
      saveFile(name, new Blob([content.slice()], { type: "application/zip" }));
    } catch (error) {
      if (!isReauthenticationCancelled(error)) setFailure(problemMessage(i18n, error));
    }
  };
  return (
    <div className={styles["pad"]}>
      <Callout
        action={
          <Button tone="primary" icon="download" busy={fetched.busy} onClick={() => void fetchIt()}>
            <Trans>Download</Trans>
          </Button>
        }
      >
        {failure ?? <Trans>Your data export is ready.</Trans>}
      </Callout>
    </div>
  );
}
