/** The drawing of a chart with uPlot; loaded when a chart is shown. */
import { useEffect, useLayoutEffect, useRef } from "react";
import uPlot from "uplot";
import type { ChartData } from "./chart-data.ts";
import { createDrawing, type DrawnChart } from "./chart-drawing.ts";
import { readPalette } from "./chart-paint.ts";
import { useAppearance } from "./use-appearance.ts";
import styles from "./chart.module.css";

export interface ChartPlotProps extends DrawnChart {
  readonly onSelect: (point: number | null) => void;
}

const alignedData = ({ times, series }: ChartData): uPlot.AlignedData => [
  [...times],
  ...series.map(({ values }) => [...values]),
];

export default function ChartPlot(props: ChartPlotProps) {
  const appearance = useAppearance();
  const { kind, series } = props.data;
  // A plot keeps its series and colors, so another set of series or other colors need another plot.
  return <Plot key={[kind, appearance, ...series.map(({ key }) => key)].join(" ")} {...props} />;
}

function Plot(props: ChartPlotProps) {
  const { data, onSelect } = props;
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const latest = useRef(props);

  useLayoutEffect(() => {
    latest.current = props;
    plot.current?.setData(alignedData(props.data));
  });

  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const created = new uPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        ...createDrawing(() => latest.current, readPalette(element)),
      },
      alignedData(latest.current.data),
      element,
    );
    plot.current = created;
    const observer = new ResizeObserver(() =>
      created.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    // Text that was measured in the fallback font is measured again.
    let isShown = true;
    void document.fonts.ready.then(() => {
      if (isShown) created.redraw(true, true);
    });
    return () => {
      isShown = false;
      observer.disconnect();
      created.destroy();
      plot.current = null;
    };
  }, []);

  const selectAt = (clientX: number) => {
    const created = plot.current;
    if (created === null) return;
    const { left, width } = created.over.getBoundingClientRect();
    const position = Math.min(width, Math.max(0, clientX - left));
    onSelect(created.posToIdx(position));
  };
  return (
    <div
      ref={host}
      className={styles["canvas"]}
      onPointerDown={({ clientX }) => selectAt(clientX)}
      onPointerMove={({ clientX }) => selectAt(clientX)}
      onPointerLeave={({ pointerType }) => {
        // A finger that was lifted leaves its point to be read.
        if (pointerType === "mouse") onSelect(null);
      }}
    >
      {data.series.map(({ key, swatch }) => (
        <span key={key} hidden data-probe="series" className={swatch} />
      ))}
      {(["ink", "muted", "line", "pattern", "selected"] as const).map((role) => (
        <span key={role} hidden data-probe={role} />
      ))}
    </div>
  );
}
