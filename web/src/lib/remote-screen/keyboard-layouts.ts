/**
 * Keyboard layouts of instances: which key types a character. The instance receives the position of a key, so the
 * layout that is set in the instance decides what it types.
 */

interface Key {
  readonly code: string;
  readonly keysym: number;
}

/** A key that is pressed and released while others are held. */
export interface KeyStroke extends Key {
  readonly held: readonly Key[];
}

const shift: Key = { code: "ShiftLeft", keysym: 0xffe1 };
const altGr: Key = { code: "AltRight", keysym: 0xfe03 };
const enter: Key = { code: "Enter", keysym: 0xff0d };
const tab: Key = { code: "Tab", keysym: 0xff09 };
const space: Key = { code: "Space", keysym: 0x20 };

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => `Digit${digit}`);
const letters = (row: string) => [...row].map((letter) => `Key${letter}`);

/** The positions of the keys, row by row, as browsers name them. */
const positions = [
  ["Backquote", ...digits, "Minus", "Equal"],
  [...letters("QWERTYUIOP"), "BracketLeft", "BracketRight", "Backslash"],
  [...letters("ASDFGHJKL"), "Semicolon", "Quote"],
  ["IntlBackslash", ...letters("ZXCVBNM"), "Comma", "Period", "Slash"],
];

interface Layout {
  /** Characters of the keys in the order of `positions`, without and with Shift. A space: the layout has none there. */
  readonly plain: readonly string[];
  readonly shifted: readonly string[];
  /** Characters with AltGr, by the position of their key. */
  readonly withAltGr: Readonly<Record<string, string>>;
  /** Keys that wait for a letter; with the space bar they type their own character. */
  readonly dead: string;
}

const layouts = {
  us: {
    plain: ["`1234567890-=", "qwertyuiop[]\\", "asdfghjkl;'", " zxcvbnm,./"],
    shifted: ["~!@#$%^&*()_+", "QWERTYUIOP{}|", 'ASDFGHJKL:"', " ZXCVBNM<>?"],
    withAltGr: {},
    dead: "",
  },
  gb: {
    plain: ["`1234567890-=", "qwertyuiop[]#", "asdfghjkl;'", "\\zxcvbnm,./"],
    shifted: ['¬!"£$%^&*()_+', "QWERTYUIOP{}~", "ASDFGHJKL:@", "|ZXCVBNM<>?"],
    withAltGr: { Backquote: "¦", Digit4: "€" },
    dead: "",
  },
  de: {
    plain: ["^1234567890ß´", "qwertzuiopü+#", "asdfghjklöä", "<yxcvbnm,.-"],
    shifted: ['°!"§$%&/()=?`', "QWERTZUIOPÜ*'", "ASDFGHJKLÖÄ", ">YXCVBNM;:_"],
    withAltGr: {
      Digit2: "²",
      Digit3: "³",
      Digit7: "{",
      Digit8: "[",
      Digit9: "]",
      Digit0: "}",
      Minus: "\\",
      KeyQ: "@",
      KeyE: "€",
      KeyM: "µ",
      BracketRight: "~",
      IntlBackslash: "|",
    },
    dead: "^´`",
  },
} as const satisfies Record<string, Layout>;
export type LayoutName = keyof typeof layouts;
export const layoutNames: readonly LayoutName[] = ["us", "gb", "de"];
export const isLayoutName = (text: string): text is LayoutName => Object.hasOwn(layouts, text);

/** X11's number of a character: Latin-1 as it is, others marked as Unicode. */
function keysymOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return point <= 0xff ? point : 0x01000000 + point;
}

const isDead = ({ dead }: Layout, character: string) => dead.includes(character);

function strokesByCharacter(layout: Layout): ReadonlyMap<string, readonly KeyStroke[]> {
  const strokes = new Map<string, readonly KeyStroke[]>([
    ["\n", [{ ...enter, held: [] }]],
    ["\t", [{ ...tab, held: [] }]],
    [" ", [{ ...space, held: [] }]],
  ]);
  const add = (character: string, code: string, held: readonly Key[]) => {
    if (strokes.has(character)) return;
    const stroke = { code, keysym: keysymOf(character), held };
    strokes.set(character, isDead(layout, character) ? [stroke, { ...space, held: [] }] : [stroke]);
  };
  positions.forEach((row, at) => {
    row.forEach((code, column) => {
      const plain = layout.plain[at]?.[column];
      const shifted = layout.shifted[at]?.[column];
      if (plain !== undefined) add(plain, code, []);
      if (shifted !== undefined) add(shifted, code, [shift]);
    });
  });
  for (const [code, character] of Object.entries(layout.withAltGr)) add(character, code, [altGr]);
  return strokes;
}

/** The keys that type a text, and its characters that the layout has no key for, each once. */
export function strokesOf(
  text: string,
  layoutName: string,
): { readonly strokes: readonly KeyStroke[]; readonly missing: readonly string[] } {
  const known = strokesByCharacter(layouts[isLayoutName(layoutName) ? layoutName : "us"]);
  const missing = new Set<string>();
  const strokes: KeyStroke[] = [];
  for (const character of text.normalize("NFC").replaceAll("\r\n", "\n")) {
    const keys = known.get(character);
    if (keys === undefined) missing.add(character);
    else strokes.push(...keys);
  }
  return { strokes, missing: [...missing] };
}
