/** The server's side of RFB 3.8 (RFC 6143): handshake without a password, raw rectangles, and QEMU's key events. */
import { GuestKeyboard } from "./guest-keyboard.ts";
import { type PixelFormat, screenSize, type TextScreen } from "./text-screen.ts";

const version = "RFB 003.008\n";
const noPassword = 1;
const rawEncoding = 0;
/** Announces key events that carry the position of the key. */
const qemuKeyEvents = -258;
const defaultFormat: PixelFormat = { shifts: [16, 8, 0] };

/** Length of a message of the client; null while too little of it has arrived. */
function messageLength(data: Buffer): number | null {
  switch (data[0]) {
    case 0:
      return 20;
    case 2:
      return data.length < 4 ? null : 4 + 4 * data.readUInt16BE(2);
    case 3:
      return 10;
    case 4:
      return 8;
    case 5:
      return 6;
    case 6:
      return data.length < 8 ? null : 8 + Math.abs(data.readInt32BE(4));
    case 255:
      return 12;
    default:
      throw new Error(`unknown message ${data[0]}`);
  }
}

type Phase = "version" | "security" | "init" | "running";
const handshakeLengths: Readonly<Record<Exclude<Phase, "running">, number>> = {
  version: version.length,
  security: 1,
  init: 1,
};

export class RfbSession {
  readonly #screen: TextScreen;
  readonly #name: string;
  readonly #send: (data: Buffer) => void;
  readonly #keyboard = new GuestKeyboard();
  #received = Buffer.alloc(0);
  #phase: Phase = "version";
  #format = defaultFormat;
  /** The client waits for the next change. */
  #isUpdateDue = false;
  #hasChanged = true;
  #announcesKeys = false;

  constructor(screen: TextScreen, name: string, send: (data: Buffer) => void) {
    this.#screen = screen;
    this.#name = name;
    this.#send = send;
    send(Buffer.from(version));
  }

  screenChanged(): void {
    this.#hasChanged = true;
    this.#update();
  }

  receive(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const length =
        this.#received.length === 0
          ? null
          : this.#phase === "running"
            ? messageLength(this.#received)
            : handshakeLengths[this.#phase];
      if (length === null || this.#received.length < length) return;
      const message = this.#received.subarray(0, length);
      this.#received = this.#received.subarray(length);
      this.#handle(message);
    }
  }

  #handle(message: Buffer): void {
    switch (this.#phase) {
      case "version":
        this.#phase = "security";
        return this.#send(Buffer.from([1, noPassword]));
      case "security":
        this.#phase = "init";
        return this.#send(Buffer.alloc(4));
      case "init":
        this.#phase = "running";
        return this.#send(this.#serverInit());
      case "running":
        return this.#handleMessage(message);
    }
  }

  #serverInit(): Buffer {
    const name = Buffer.from(this.#name);
    const head = Buffer.alloc(24);
    head.writeUInt16BE(screenSize.width, 0);
    head.writeUInt16BE(screenSize.height, 2);
    // 32 bits per pixel, 24 of them color, little-endian, true color.
    head.set([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, ...defaultFormat.shifts], 4);
    head.writeUInt32BE(name.length, 20);
    return Buffer.concat([head, name]);
  }

  #handleMessage(message: Buffer): void {
    switch (message[0]) {
      case 0:
        this.#format = {
          shifts: [message[14] ?? 0, message[15] ?? 0, message[16] ?? 0],
        };
        return;
      case 2:
        this.#announcesKeys ||= this.#offers(message, qemuKeyEvents);
        return;
      case 3:
        this.#isUpdateDue = true;
        if (message[1] === 0) this.#hasChanged = true;
        return this.#update();
      case 255:
        return this.#press(message.readUInt32BE(8), message.readUInt16BE(2) === 1);
      default:
        return;
    }
  }

  #offers(message: Buffer, encoding: number): boolean {
    for (let at = 4; at < message.length; at += 4)
      if (message.readInt32BE(at) === encoding) return true;
    return false;
  }

  #press(code: number, isDown: boolean): void {
    const typed = this.#keyboard.press(code, isDown);
    if (typed === "reset") this.#screen.announce("Ctrl+Alt+Delete received");
    else if (typed !== null) this.#screen.type(typed);
  }

  #update(): void {
    if (!this.#isUpdateDue || !this.#hasChanged) return;
    this.#isUpdateDue = false;
    this.#hasChanged = false;
    const rectangles = [rectangle(rawEncoding, screenSize), this.#screen.pixels(this.#format)];
    const count = this.#announcesKeys ? 2 : 1;
    if (this.#announcesKeys) rectangles.push(rectangle(qemuKeyEvents, { width: 0, height: 0 }));
    this.#announcesKeys = false;
    this.#send(Buffer.concat([Buffer.from([0, 0, 0, count]), ...rectangles]));
  }
}

function rectangle(encoding: number, { width, height }: { width: number; height: number }): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(width, 4);
  head.writeUInt16BE(height, 6);
  head.writeInt32BE(encoding, 8);
  return head;
}
