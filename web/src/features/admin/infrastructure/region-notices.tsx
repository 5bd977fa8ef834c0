/** Which regions did not respond, beside the rows of those that did. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { RegionResponse } from "#contracts/provider-hosts.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { RelativeTime } from "../../../ui/description-list.tsx";
import { Callout } from "../../../ui/feedback.tsx";
import styles from "../admin.module.css";

export function RegionNotices({
  regions,
  children,
}: {
  regions: readonly RegionResponse[] | undefined;
  children?: ReactNode;
}) {
  const silent = regions?.filter(({ state }) => state !== "ok") ?? [];
  const notices = silent.map(({ region, state, message }) => (
    <Callout key={region.handle} tone="warn">
      <p>
        <strong>
          {state === "unreachable" ? (
            <Trans>
              <span translate="no">{region.name}</span> isn't responding. The list is without it.
            </Trans>
          ) : (
            <Trans>
              <span translate="no">{region.name}</span> rejects the account of this server. The list
              is without it.
            </Trans>
          )}
        </strong>
      </p>
      {message !== null && <p translate="no">{message}</p>}
    </Callout>
  ));
  return (
    <div className={styles["notices"]}>
      {notices}
      {children}
    </div>
  );
}

/** When the oldest response was read. */
export function ReadAt({ regions }: { regions: readonly RegionResponse[] | undefined }) {
  const oldest = regions
    ?.map(({ readAt }) => readAt)
    .toSorted()
    .at(0);
  if (oldest === undefined) return "\u00a0";
  return (
    <Trans>
      Reported by the providers: <RelativeTime at={oldest} />
    </Trans>
  );
}

export function ReadAgainButton({ call }: { call: Pick<Endpoint, "id"> }) {
  const { t } = useLingui();
  const client = useQueryClient();
  return (
    <Button icon="refresh" onClick={() => void invalidate(client, call)}>
      {t`Read again`}
    </Button>
  );
}
