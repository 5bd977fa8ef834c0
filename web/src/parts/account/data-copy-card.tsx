import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Account, account, type DataCopy } from "#contracts/account.ts";
import { whole } from "../../blocks/code/requested.ts";
import { ShowCode } from "../../blocks/show-code.tsx";
import { useAction } from "../../blocks/use-action.ts";
import { bytes, relativeTime } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { isChangeOfMind } from "../../lib/problem.ts";
import { saveFile } from "../../lib/save-file.ts";
import { wordProblem } from "../../lib/wording.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/facts.tsx";
import { Callout } from "../../ui/notices.tsx";
import { Status } from "../../ui/status.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { accountRead } from "./account-page.tsx";
import styles from "./account.module.css";

const askAgainMilliseconds = 5_000;

const isBeingMade = (copy: DataCopy | null): boolean =>
  copy?.status === "queued" || copy?.status === "running";

const dayMilliseconds = 86_400_000;

/** When the request was made that still counts as today's; null where another one can be made. */
const countsFrom = (copy: DataCopy | null, now: number): string | null =>
  copy !== null && Date.parse(copy.createdAt) + dayMilliseconds > now ? copy.createdAt : null;

export function DataCopyCard({ known }: { known: Account }) {
  const { t } = useLingui();
  const manner = useManner();
  const now = useNow();
  const copy = known.dataCopy;
  const asked = countsFrom(copy, now);
  // A second reader of the page's own read, for as long as something is to come.
  useQuery({
    ...accountRead,
    enabled: isBeingMade(copy),
    refetchInterval: askAgainMilliseconds,
  });
  const request = useAction(account.requestDataCopy, {
    refreshes: [account.view],
    done: () => t`Preparing your data export`,
  });
  const { onSelect, code } = request.now({});
  return (
    <Card title={<Trans>Export your data</Trans>}>
      <div className={styles["part"]}>
        <p className={styles["quiet"]}>
          <Trans>
            Get everything we store about you in one ZIP file. We'll email you a link when it's
            ready. The file is deleted after 7 days.
          </Trans>
        </p>
        {copy !== null && <CopyState copy={copy} />}
        <Tooltip
          text={
            asked === null
              ? null
              : t`Once a day. Available again ${relativeTime(asked, now - dayMilliseconds, manner)}.`
          }
        >
          {(describedBy) => (
            <Button
              busy={request.busy}
              disabled={asked !== null}
              aria-describedby={describedBy}
              onClick={onSelect}
            >
              <Trans>Request export</Trans>
            </Button>
          )}
        </Tooltip>
        <ShowCode requested={() => whole(code)} />
      </div>
    </Card>
  );
}

function CopyState({ copy }: { copy: DataCopy }) {
  const { t } = useLingui();
  const manner = useManner();
  switch (copy.status) {
    case "queued":
    case "running":
      return <Status tone="busy" shape="turning">{t`Preparing`}</Status>;
    case "ready":
      return (
        <div>
          <Status tone="ok" shape="dot">
            {copy.sizeBytes === null ? t`Ready` : t`Ready, ${bytes(copy.sizeBytes, manner)}`}
          </Status>
          <p className={styles["quiet"]}>
            <Trans>The link is in the email we sent you.</Trans>{" "}
            {copy.expiresAt !== null && (
              <Trans>
                It's available until <Time at={copy.expiresAt} exact />.
              </Trans>
            )}
          </p>
        </div>
      );
    case "failed":
      return (
        <div>
          <Status tone="bad" shape="square">{t`Export failed`}</Status>
          <p className={styles["quiet"]}>
            <Trans>We've been notified and are looking into it.</Trans>
          </p>
        </div>
      );
    case "expired":
      return (
        <Status tone="idle" shape="hollow">
          <span>
            <Trans>
              Deleted. Created <Time at={copy.createdAt} />.
            </Trans>
          </span>
        </Status>
      );
  }
}

/** Where the link of the mail leads: nothing is fetched by only opening it. */
export function CopyDownload({ token }: { token: string }) {
  const { t, i18n } = useLingui();
  const fetched = useAction(account.downloadDataCopy, {
    refreshes: [],
    done: () => t`Data export downloaded`,
  });
  const [failure, setFailure] = useState<string | null>(null);
  const fetchIt = async () => {
    setFailure(null);
    try {
      const { name, bytes: content } = await fetched.run({ path: { token } });
      saveFile(name, new Blob([content.slice()], { type: "application/zip" }));
    } catch (error) {
      if (!isChangeOfMind(error)) setFailure(wordProblem(i18n, error));
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
