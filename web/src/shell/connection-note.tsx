import { Trans } from "@lingui/react/macro";
import styles from "./connection-note.module.css";

/** Says that what is shown may be old, as long as the news of the workspace do not come through. */
export const ConnectionNote = ({ lost }: { lost: boolean }) => (
  <p role="status" className={styles["note"]} hidden={!lost}>
    {lost && <Trans>Connection lost. Reconnecting; figures may be a few seconds old</Trans>}
  </p>
);
