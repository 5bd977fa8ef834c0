import type { ReactNode } from "react";
import { swatchClass } from "./chart-swatch.tsx";
import chart from "./chart.module.css";
import { classNames } from "./class-names.ts";
import styles from "./proportion-bar.module.css";

export interface Proportion {
  readonly key: string;
  readonly count: number;
  /** Class that sets `--swatch`. */
  readonly swatch?: string | undefined;
  /** Name of the part, usually a link to its objects; `mark` is its color and pattern. */
  readonly entry: (mark: ReactNode) => ReactNode;
}

/** Parts of a whole as one bar, and below it each part with its name and number. */
export const ProportionBar = ({
  label,
  parts,
}: {
  label: string;
  parts: readonly Proportion[];
}) => (
  <div>
    <div className={chart["bar"]} aria-hidden="true">
      {parts.map(({ key, count, swatch }, position) => (
        <span
          key={key}
          className={classNames(chart["part"], swatchClass(position, swatch))}
          style={{ flexGrow: count }}
        />
      ))}
    </div>
    <ul className={styles["entries"]} aria-label={label}>
      {parts.map(({ key, swatch, entry }, position) => (
        <li key={key}>
          {entry(<span className={swatchClass(position, swatch)} aria-hidden="true" />)}
        </li>
      ))}
    </ul>
  </div>
);
