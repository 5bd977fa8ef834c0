import styles from "./project-description.module.css";

/** The beginning of a project's description, in a list. */
export const ClampedDescription = ({ text }: { text: string }) => (
  <span className={styles["clamped"]}>{text}</span>
);

/** The whole description, with its line breaks, on the project's page. */
export const WholeDescription = ({ text }: { text: string }) => (
  <p className={styles["whole"]}>{text}</p>
);
