import { Trans } from "@lingui/react/macro";
import { Button } from "../../ui/button.tsx";
import styles from "./map.module.css";

/** Shows the figures of a drawing as a table, for those who read them better so. */
export const ToggleTableButton = ({
  id,
  open,
  onToggle,
}: {
  /** Of the table. */
  id: string;
  open: boolean;
  onToggle: (open: boolean) => void;
}) => (
  <Button
    tone="quiet"
    className={styles["tableButton"]}
    aria-expanded={open}
    aria-controls={open ? id : undefined}
    onClick={() => onToggle(!open)}
  >
    {open ? <Trans>Hide table</Trans> : <Trans>Show as table</Trans>}
  </Button>
);
