import { Trans } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { useStoredText } from "../../../lib/browser/stored-text.ts";
import { Chip } from "../../../ui/filter-chip.tsx";
import { Icon } from "../../../ui/icons.tsx";
import styles from "./filter-panel.module.css";

/** The filters of a list, which open and close. This browser remembers for each list whether they are open. */
export function FilterPanel({
  listId,
  active,
  children,
}: {
  listId: string;
  /** How many filters are set; the button shows it, so that a closed panel hides no filter. */
  active: number;
  children: ReactNode;
}) {
  const id = useId();
  const [stored, store] = useStoredText(`filters ${listId}`);
  const isOpen = stored !== "closed";
  return (
    <>
      <Chip
        on={active > 0}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => store(isOpen ? "closed" : "")}
      >
        {active === 0 ? <Trans>Filters</Trans> : <Trans>Filters ({active})</Trans>}
        <Icon name={isOpen ? "up" : "down"} size={14} />
      </Chip>
      <div id={id} className={styles["panel"]} hidden={!isOpen}>
        {children}
      </div>
    </>
  );
}
