import { brand } from "../brand.ts";
import { initials } from "../lib/format.ts";
import styles from "./mark.module.css";

/** The brand's mark and name. */
export const Brand = () => (
  <span className={styles["brand"]}>
    <span className={styles["mark"]} aria-hidden="true" />
    {brand.name}
  </span>
);

export const Avatar = ({ name }: { name: string }) => (
  <span className={styles["avatar"]} aria-hidden="true">
    {initials(name)}
  </span>
);

/** Its colours come from the server, dark enough for white letters. */
export const WorkspaceSquare = ({ name, colour }: { name: string; colour: string }) => (
  <span className={styles["square"]} style={{ background: colour }} aria-hidden="true">
    {[...initials(name)][0]}
  </span>
);
