import { patternOf } from "./chart-data.ts";
import styles from "./chart.module.css";
import { classNames } from "./class-names.ts";

/** Classes with the color and the pattern of the series at a position. */
export const swatchClass = (position: number, swatch: string | undefined): string =>
  classNames(styles["swatch"], styles[`pattern${patternOf(position)}`], swatch);

/** The color and pattern of a series, before its name. */
export const ChartSwatch = ({
  position,
  swatch,
}: {
  position: number;
  swatch?: string | undefined;
}) => <span className={swatchClass(position, swatch)} aria-hidden="true" />;
