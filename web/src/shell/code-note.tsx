/** Offers a retry when code is missing and a reload when there is a new release. It never reloads automatically. */
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { createPortal } from "react-dom";
import { type MissingCode, retryMissing, useMissingCode } from "../lib/browser/missing-code.ts";
import { reloadPage, useNewRelease } from "../lib/browser/release.ts";
import { Button } from "../ui/button.tsx";
import { useTopLayerHost } from "../ui/top-layer-host.ts";
import styles from "./code-note.module.css";

export function CodeNote() {
  const missing = useMissingCode();
  const isNew = useNewRelease();
  const [isPutAway, setPutAway] = useState(false);
  const isMissing = missing.page !== null || missing.parts > 0;
  const isShown = isMissing || missing.isRetrying || (isNew && !isPutAway);
  const host = useTopLayerHost(isShown);
  if (!isShown || host === null) return null;
  return createPortal(
    <div className={styles["note"]} role="status">
      <p>
        {isNew ? <Trans>A new version is available.</Trans> : <WhatIsMissing missing={missing} />}
      </p>
      <div className={styles["actions"]}>
        {!isMissing && isNew && (
          <Button tone="subtle" onClick={() => setPutAway(true)}>
            <Trans>Later</Trans>
          </Button>
        )}
        {(isMissing || missing.isRetrying) && (
          <Button tone="subtle" busy={missing.isRetrying} onClick={retryMissing}>
            <Trans>Retry</Trans>
          </Button>
        )}
        {/* Without a server a reload would lose the page. */}
        {(missing.isOnline === true || !isMissing) && (
          <Button onClick={() => reloadPage(missing.page?.href ?? null)}>
            <Trans>Reload</Trans>
          </Button>
        )}
      </div>
    </div>,
    host,
  );
}

function WhatIsMissing({ missing: { page, isOnline } }: { missing: MissingCode }) {
  if (page !== null)
    return isOnline === false ? (
      <Trans>No connection. The page could not be loaded.</Trans>
    ) : (
      <Trans>The page could not be loaded.</Trans>
    );
  return isOnline === false ? (
    <Trans>No connection. A part of this page could not be loaded.</Trans>
  ) : (
    <Trans>A part of this page could not be loaded.</Trans>
  );
}
