import type { Method } from "#contracts/endpoint.ts";
import styles from "./playground.module.css";

export const MethodTag = ({ method }: { method: Method }) => (
  <span className={styles["method"]} data-method={method}>
    {method === "DELETE" ? "DEL" : method}
  </span>
);
