/** Colors and patterns of a chart's canvas, read from the page's own styles. */
import { patternOf } from "./chart-data.ts";

export interface Palette {
  readonly series: readonly string[];
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  /** Of the lines and dots in a pattern. */
  readonly pattern: string;
  readonly selected: string;
  readonly font: string;
}

/** Elements whose computed color is a color of the palette; custom properties themselves are not resolved. */
const probeColor = (host: Element, role: string): string => {
  const probe = host.querySelector(`[data-probe="${role}"]`);
  return probe === null ? "gray" : getComputedStyle(probe).color;
};

export function readPalette(host: Element): Palette {
  return {
    series: [...host.querySelectorAll("[data-probe='series']")].map(
      (probe) => getComputedStyle(probe).color,
    ),
    ink: probeColor(host, "ink"),
    muted: probeColor(host, "muted"),
    line: probeColor(host, "line"),
    pattern: probeColor(host, "pattern"),
    selected: probeColor(host, "selected"),
    font: getComputedStyle(host).fontFamily,
  };
}

/** Size of a pattern's tile in CSS pixels. */
const tile = 8;

type Draw = (context: CanvasRenderingContext2D) => void;

const line =
  (...[fromX, fromY, toX, toY]: readonly [number, number, number, number]): Draw =>
  (context) => {
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
    context.stroke();
  };

/** Diagonals cross the tile's corners, so that neighboring tiles connect. */
const rising = [line(-1, 1, 1, -1), line(-1, 9, 9, -1), line(7, 9, 9, 7)];
const falling = [line(-1, 7, 1, 9), line(-1, -1, 9, 9), line(7, -1, 9, 1)];
const dot: Draw = (context) => {
  context.fillRect(1, 1, 2, 2);
  context.fillRect(5, 5, 2, 2);
};

const patterns: readonly (readonly Draw[])[] = [
  [],
  rising,
  [dot],
  [line(0, 2, tile, 2), line(0, 6, tile, 6)],
  falling,
  [line(2, 0, 2, tile), line(6, 0, 6, tile)],
  [...rising, ...falling],
];

/** Fill of the series at a position: its color, with a pattern from the second series on. */
export function fillOf(palette: Palette, position: number, scale: number): string | CanvasPattern {
  const color = palette.series[position] ?? palette.ink;
  const drawing = patterns[patternOf(position)] ?? [];
  if (drawing.length === 0) return color;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(tile * scale);
  canvas.height = canvas.width;
  const context = canvas.getContext("2d");
  if (context === null) return color;
  context.fillStyle = color;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(canvas.width / tile, canvas.height / tile);
  context.strokeStyle = palette.pattern;
  context.fillStyle = palette.pattern;
  context.lineWidth = 1.25;
  for (const draw of drawing) draw(context);
  return context.createPattern(canvas, "repeat") ?? color;
}

const dashes: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

/** Dashes of a line, so that lines are told apart without color. */
export const dashOf = (position: number): number[] => [...(dashes[position % dashes.length] ?? [])];
