/** The keyboard of an emulated server with the US layout: what its keys type, by the position of each key. */

const shiftCodes: ReadonlySet<number> = new Set([0x2a, 0x36]);
const controlCodes: ReadonlySet<number> = new Set([0x1d, 0x9d]);
const altCodes: ReadonlySet<number> = new Set([0x38]);
const deleteCode = 0xd3;

/** Scan codes of neighboring keys follow each other: the first code, and the characters without and with Shift. */
const keyRows: readonly (readonly [first: number, plain: string, shifted: string])[] = [
  [0x02, "1234567890-=\b", "!@#$%^&*()_+\b"],
  [0x10, "qwertyuiop[]\n", "QWERTYUIOP{}\n"],
  [0x1e, "asdfghjkl;'`", 'ASDFGHJKL:"~'],
  [0x2b, "\\zxcvbnm,./", "|ZXCVBNM<>?"],
  [0x39, " ", " "],
];

export class GuestKeyboard {
  readonly #held = new Set<number>();

  /** What a key types when it is pressed: a character, `reset` for Ctrl+Alt+Delete, or null. */
  press(code: number, isDown: boolean): string | "reset" | null {
    if (!isDown) {
      this.#held.delete(code);
      return null;
    }
    this.#held.add(code);
    if (code === deleteCode && this.#isHeld(controlCodes) && this.#isHeld(altCodes)) return "reset";
    const isShifted = this.#isHeld(shiftCodes);
    for (const [first, plain, shifted] of keyRows) {
      const character = (isShifted ? shifted : plain)[code - first];
      if (character !== undefined) return character;
    }
    return null;
  }

  #isHeld(codes: ReadonlySet<number>): boolean {
    return [...this.#held].some((code) => codes.has(code));
  }
}
