/** Writes a document of A4 pages: texts in any script, lines that wrap, and a footer with page numbers on each page. */
import PDFDocument from "pdfkit";
import type { Weight } from "./fonts.ts";
import { isShapedRightToLeft, type TextStyle, toPrintable, toRuns } from "./text-runs.ts";

export const colors = {
  ink: "#14201c",
  subtle: "#52605a",
  line: "#d5ddd9",
  accent: "#0b6b4c",
} as const;

/** Lengths are in points: 1/72 inch. */
export const page = {
  width: 595.28,
  height: 841.89,
  left: 56,
  right: 539.28,
  top: 56,
  bottom: 752,
};

export interface TextOptions {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: "left" | "right";
}

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly bytes: Buffer;
  /** Description of the attachment for the metadata of the document, in RDF. */
  readonly metadata: string;
}

export interface DocumentOptions {
  readonly title: string;
  readonly language: string;
  /** Written into the document, so that the same content has the same bytes. */
  readonly createdAt: Date;
  /** ISO 3166-1 code of the reader. */
  readonly country: string | null;
}

/** With features the font library shapes a text as a whole; without, word by word and from a cache. */
const shaping = (text: string) =>
  isShapedRightToLeft(text) ? { features: ["kern" as const, "liga" as const] } : {};

const lineHeightOf = (size: number) => size * 1.42;

interface RuleOptions {
  readonly from?: number;
  readonly to?: number;
  readonly color?: string;
  readonly width?: number;
}

export class PageWriter {
  /** Distance of the next line from the top of the page. */
  y = page.top;
  readonly #document: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #registered = new Set<string>();
  readonly #widths = new Map<string, number>();
  readonly #country: string | null;
  readonly #createdAt: Date;
  readonly #ended: Promise<void>;

  constructor({ title, language, createdAt, country }: DocumentOptions) {
    this.#country = country;
    this.#createdAt = createdAt;
    this.#document = new PDFDocument({
      size: "A4",
      margin: 0,
      bufferPages: true,
      pdfVersion: "1.7",
      subset: "PDF/A-3b",
      lang: language,
      displayTitle: true,
      // Without its standard font, which PDF/A does not allow.
      font: "",
      info: {
        Title: title,
        Creator: "Boreal",
        Producer: "Boreal",
        CreationDate: createdAt,
        ModDate: createdAt,
      },
    });
    this.#document.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
    this.#ended = new Promise((done, fail) => {
      this.#document.on("end", done);
      this.#document.on("error", fail);
    });
  }

  /** The lines of a text at this width. */
  wrap(text: string, width: number, { size = 9, weight = "regular" }: TextOptions = {}): string[] {
    const printable = toPrintable(text, this.#style(weight));
    const lines: string[] = [];
    let line = "";
    for (const token of printable.split(breakOpportunity)) {
      for (const part of this.#fit(token, width, size, weight)) {
        if (line !== "" && this.#width((line + part).trimEnd(), size, weight) > width) {
          lines.push(line.trimEnd());
          line = part;
        } else line += part;
      }
    }
    if (line.trim() !== "") lines.push(line.trimEnd());
    return lines;
  }

  /** Prints one line with its baseline at `baseline`. `x` is its left end, or its right end with `align: "right"`. */
  line(text: string, x: number, baseline: number, options: TextOptions = {}): void {
    const { size = 9, weight = "regular", color = colors.ink, align = "left" } = options;
    const printable = toPrintable(text, this.#style(weight));
    let left = align === "left" ? x : x - this.#width(printable, size, weight);
    this.#document.fillColor(color);
    for (const { font, text: content } of toRuns(printable, this.#style(weight))) {
      this.#use(font.name, font.bytes, size);
      this.#document.text(content, left, baseline, {
        lineBreak: false,
        baseline: "alphabetic",
        ...shaping(content),
      });
      left += this.#document.widthOfString(content, shaping(content));
    }
  }

  /** Prints a text that wraps, from `top` down. Returns where the next line begins. */
  paragraph(
    text: string,
    x: number,
    top: number,
    width: number,
    options: TextOptions = {},
  ): number {
    const { size = 9 } = options;
    let y = top;
    for (const line of this.wrap(text, width, options)) {
      this.line(line, options.align === "right" ? x + width : x, y + size, options);
      y += lineHeightOf(size);
    }
    return y;
  }

  rule(
    y: number,
    { from = page.left, to = page.right, color = colors.line, width = 0.6 }: RuleOptions = {},
  ): void {
    this.#document.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(color).stroke();
  }

  /** The sign of the brand: a horizon under northern light. */
  mark(x: number, y: number, size: number): void {
    const scale = size / 32;
    const gradient = this.#document.linearGradient(x, y + size * 0.2, x + size, y + size * 0.8);
    gradient.stop(0, "#0b6b4c").stop(0.38, "#1fa37a").stop(0.72, "#4aa3c7").stop(1, "#6d74c9");
    this.#document.save();
    this.#document.roundedRect(x, y, size, size, 8.5 * scale).clip();
    this.#document.rect(x, y, size, size).fill(gradient);
    this.#document
      .ellipse(x + 16 * scale, y + 32.7 * scale, 21.8 * scale, 12.4 * scale)
      .fill("#f6f8f6");
    this.#document.restore();
  }

  /** Whether so much still fits on the page. */
  hasRoom(height: number): boolean {
    return this.y + height <= page.bottom;
  }

  addPage(): void {
    this.#document.addPage();
    this.y = page.top;
  }

  attach({ name, type, description, bytes, metadata }: Attachment): void {
    const options = {
      name,
      type,
      description,
      creationDate: this.#createdAt,
      modifiedDate: this.#createdAt,
      relationship: "Alternative",
    };
    this.#document.file(bytes, options);
    this.#document.appendXML(metadata);
  }

  /** Ends the document. `footer` prints the foot of each page. */
  async finish(footer: (number: number, count: number) => void): Promise<Buffer> {
    const { count } = this.#document.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.#document.switchToPage(index);
      footer(index + 1, count);
    }
    this.#document.end();
    await this.#ended;
    return Buffer.concat(this.#chunks);
  }

  #style(weight: Weight): TextStyle {
    return { weight, country: this.#country };
  }

  #use(name: string, bytes: Buffer, size: number): void {
    if (!this.#registered.has(name)) {
      this.#document.registerFont(name, bytes);
      this.#registered.add(name);
    }
    this.#document.font(name, size);
  }

  #width(text: string, size: number, weight: Weight): number {
    const key = `${weight} ${size} ${text}`;
    const width = this.#widths.get(key) ?? this.#measure(text, size, weight);
    this.#widths.set(key, width);
    return width;
  }

  #measure(text: string, size: number, weight: Weight): number {
    return toRuns(text, this.#style(weight)).reduce((sum, { font, text: content }) => {
      this.#use(font.name, font.bytes, size);
      return sum + this.#document.widthOfString(content, shaping(content));
    }, 0);
  }

  /** Splits a word that is longer than a line. */
  #fit(token: string, width: number, size: number, weight: Weight): string[] {
    if (this.#width(token.trimEnd(), size, weight) <= width) return [token];
    const parts: string[] = [];
    let part = "";
    for (const { segment } of graphemes.segment(token)) {
      if (part !== "" && this.#width(part + segment, size, weight) > width) {
        parts.push(part);
        part = segment;
      } else part += segment;
    }
    return [...parts, part];
  }
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** After a space, and between Chinese, Japanese and Korean characters. */
const breakOpportunity =
  /(?<= )|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u;
