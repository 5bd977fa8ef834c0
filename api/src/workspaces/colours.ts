/** A workspace's colour: always the same for a handle, and dark enough for white letters on it. */
import { createHash } from "node:crypto";

export const colours = [
  "#0b6b4c",
  "#274c77",
  "#5b4b8a",
  "#8a3b5c",
  "#8a4b08",
  "#2f6273",
  "#4a5d23",
  "#6b4a3a",
  "#3d4f9f",
  "#9b2c2c",
] as const;

export function colourOf(handle: string): string {
  const place = createHash("sha256").update(handle).digest().readUInt32BE(0) % colours.length;
  return colours[place] ?? colours[0];
}
