import { Trans } from "@lingui/react/macro";
import { useMissingCode } from "../lib/browser/missing-code.ts";
import styles from "./connection-banner.module.css";

/** Says that what is shown may be old, as long as the news of the workspace do not come through. */
export function ConnectionBanner({ lost }: { lost: boolean }) {
  const missing = useMissingCode();
  // The note about missing code stands in the same place, and says it too.
  const isShown = lost && missing.page === null && missing.parts === 0;
  return (
    <p role="status" className={styles["note"]} hidden={!isShown}>
      {isShown && <Trans>Connection lost. Reconnecting. Figures may be a few seconds old.</Trans>}
    </p>
  );
}
