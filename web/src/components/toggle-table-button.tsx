import { Trans } from "@lingui/react/macro";
import { Button } from "../ui/button.tsx";
import styles from "./toggle-table-button.module.css";

/** Shows the data of a chart as a table, as an accessible alternative. */
export const ToggleTableButton = ({
  id,
  open,
  onToggle,
}: {
  /** Id of the table. */
  id: string;
  open: boolean;
  onToggle: (open: boolean) => void;
}) => (
  <Button
    tone="subtle"
    className={styles["button"]}
    aria-expanded={open}
    aria-controls={open ? id : undefined}
    onClick={() => onToggle(!open)}
  >
    {open ? <Trans>Hide table</Trans> : <Trans>Show as table</Trans>}
  </Button>
);
