/** A screen of text: what a terminal of a server shows, as characters and as pixels. */
import { glyph, isPixelSet } from "./font.ts";

const columns = 80;
const rows = 25;
const scale = 2;
const cell = { width: (glyph.width + 1) * scale, height: (glyph.height + 1) * scale } as const;

export const screenSize = { width: columns * cell.width, height: rows * cell.height } as const;

const ink = [0xd6, 0xe4, 0xd8] as const;
const ground = [0x10, 0x18, 0x14] as const;
const bytesPerPixel = 4;

/** Positions of the color channels in a pixel, in bits. */
export interface PixelFormat {
  readonly shifts: readonly [red: number, green: number, blue: number];
}

export class TextScreen {
  #lines: string[];
  readonly #listeners = new Set<() => void>();

  constructor(lines: readonly string[]) {
    this.#lines = lines.slice(-rows);
  }

  /** What the screen shows, without empty lines at its end. */
  get text(): string {
    return this.#lines.join("\n");
  }

  /** Calls the listener after each change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  type(character: string): void {
    const last = this.#lines.at(-1) ?? "";
    if (character === "\n") this.#lines.push("$ ");
    else if (character === "\b") this.#replaceLast(last.slice(0, -1));
    else if (last.length < columns) this.#replaceLast(last + character);
    else this.#lines.push(character);
    this.#changed();
  }

  /** Writes a line above the one that the user types into. */
  announce(line: string): void {
    this.#lines.splice(-1, 0, line);
    this.#changed();
  }

  /** All pixels, row by row. */
  pixels({ shifts }: PixelFormat): Buffer {
    const value = (color: readonly [number, number, number]) =>
      shifts.reduce((sum, shift, channel) => sum + (color[channel] ?? 0) * 2 ** shift, 0);
    const [on, off] = [value(ink), value(ground)];
    const image = Buffer.alloc(screenSize.width * screenSize.height * bytesPerPixel);
    for (let y = 0; y < screenSize.height; y++) {
      const line = this.#lines[Math.floor(y / cell.height)] ?? "";
      for (let x = 0; x < screenSize.width; x++) {
        const isSet = isInk(line, x, y % cell.height);
        image.writeUInt32LE(isSet ? on : off, (y * screenSize.width + x) * bytesPerPixel);
      }
    }
    return image;
  }

  #replaceLast(line: string): void {
    this.#lines[Math.max(0, this.#lines.length - 1)] = line;
  }

  #changed(): void {
    this.#lines = this.#lines.slice(-rows);
    for (const listener of this.#listeners) listener();
  }
}

function isInk(line: string, x: number, y: number): boolean {
  const character = line[Math.floor(x / cell.width)];
  if (character === undefined) return false;
  const [column, row] = [Math.floor((x % cell.width) / scale), Math.floor(y / scale)];
  return column < glyph.width && row < glyph.height && isPixelSet(character, column, row);
}
