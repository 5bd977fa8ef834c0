import { Fragment } from "react";
import styles from "./kbd.module.css";

/** Keys with their labels. `then` is the word between two keys that are pressed one after the other. */
export const KeyCombination = ({ keys, then }: { keys: readonly string[]; then?: string }) => (
  <span className={styles["keys"]}>
    {keys.map((key, position) => (
      <Fragment key={key}>
        {position > 0 && then !== undefined && <small>{then}</small>}
        <kbd className={styles["key"]}>{key}</kbd>
      </Fragment>
    ))}
  </span>
);
