import { Trans } from "@lingui/react/macro";
import { useMissingCode } from "../lib/browser/missing-code.ts";
import styles from "./connection-banner.module.css";

/** States that displayed data may be stale while live events do not get through. */
export function ConnectionBanner({ lost }: { lost: boolean }) {
  const missing = useMissingCode();
  // The note about missing code takes the same place and also covers this.
  const isShown = lost && missing.page === null && missing.parts === 0;
  return (
    <p role="status" className={styles["note"]} hidden={!isShown}>
      {isShown && <Trans>Connection lost. Reconnecting. Figures may be a few seconds old.</Trans>}
    </p>
  );
}
