import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { LimitName } from "#contracts/limit-names.ts";
import type { LimitRequest, WorkspaceLimit } from "#contracts/limits.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { useHasPermission } from "../../lib/session/permissions.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Status } from "../../ui/status.tsx";
import { formatLimit, limitLabels } from "./limit-labels.ts";
import styles from "./limits-card.module.css";

const loadDialog = () => import("./request-limit-dialog.tsx");
const RequestLimitDialog = lazyPart(loadDialog);

/** Each limit with what is used of it, and its request. */
export function LimitsCard({
  workspace,
  limits,
}: {
  workspace: string;
  limits: readonly WorkspaceLimit[];
}) {
  const [requested, setRequested] = useState<LimitName | null>(null);
  const mayRequest = useHasPermission("billing.limit_request");
  const shown = limits.find(({ limit }) => limit === requested);
  return (
    <Card>
      <ul className={styles["limits"]}>
        {limits.map((limit) => (
          <LimitRow
            key={limit.limit}
            limit={limit}
            onRequest={mayRequest ? () => setRequested(limit.limit) : undefined}
          />
        ))}
      </ul>
      {shown !== undefined && (
        <Suspense>
          <RequestLimitDialog
            workspace={workspace}
            limit={shown}
            onClose={() => setRequested(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function LimitRow({
  limit: { limit, value, used, request },
  onRequest,
}: {
  limit: WorkspaceLimit;
  onRequest: (() => void) | undefined;
}) {
  const { t, i18n } = useLingui();
  const label = i18n._(limitLabels[limit]);
  const [usedText, valueText] = [formatLimit(limit, used, i18n), formatLimit(limit, value, i18n)];
  return (
    <li>
      <div className={styles["name"]}>
        <h2>{label}</h2>
        <p>
          {limit === "monthly_spend" ? (
            <Trans>
              {usedText} forecast for this month, including instances being created, of {valueText}
            </Trans>
          ) : (
            <Trans>
              {usedText} of {valueText}
            </Trans>
          )}
        </p>
      </div>
      <div className={styles["meter"]}>
        <Meter label={t`Used of the limit: ${label}`} used={used} maximum={value} text={usedText} />
      </div>
      {request !== null && <RequestState limit={limit} request={request} />}
      {onRequest !== undefined && request?.status !== "open" && (
        <Button
          onPointerEnter={() => void loadDialog()}
          onClick={onRequest}
          aria-label={t`Request more: ${label}`}
        >
          <Trans>Request more</Trans>
        </Button>
      )}
    </li>
  );
}

function RequestState({ limit, request }: { limit: LimitName; request: LimitRequest }) {
  const { i18n } = useLingui();
  const value = formatLimit(limit, request.value, i18n);
  const at = request.answeredAt ?? request.createdAt;
  return (
    <div className={styles["request"]}>
      {request.status === "open" && (
        <Status tone="busy" shape="hollow">
          <Trans>{value} requested</Trans>
        </Status>
      )}
      {request.status === "approved" && (
        <Status tone="ok" shape="dot">
          <Trans>{value} approved</Trans>
        </Status>
      )}
      {request.status === "rejected" && (
        <Status tone="warn" shape="diamond">
          <Trans>{value} not approved</Trans>
        </Status>
      )}{" "}
      <RelativeTime at={at} />
      {request.note !== null && <p className={styles["note"]}>{request.note}</p>}
    </div>
  );
}
