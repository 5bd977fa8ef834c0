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

/** Dark enough for white letters, whatever colour a workspace has. */
const squareColours: Record<string, string> = {
  spruce: "#0b6b4c",
  teal: "#0e6a73",
  sky: "#274c77",
  violet: "#554a9c",
  amber: "#855500",
  rose: "#9b2c4e",
  slate: "#46554e",
};

export const WorkspaceSquare = ({ name, colour }: { name: string; colour: string }) => (
  <span
    className={styles["square"]}
    style={{ background: squareColours[colour] ?? "#46554e" }}
    aria-hidden="true"
  >
    {[...initials(name)][0]}
  </span>
);
