/** An authenticator app, as on someone's phone. */
import { HOTP, Secret, TOTP } from "otpauth";

export class AuthenticatorApp {
  readonly #secret: Secret;

  /** Takes the key as it is shown, with its blanks. */
  constructor(key: string) {
    this.#secret = Secret.fromBase32(key.replaceAll(" ", ""));
  }

  /** What it shows now; the one before is good as well, and each of them once. */
  code(stepsAgo = 0): string {
    return HOTP.generate({ secret: this.#secret, counter: TOTP.counter() - stepsAgo });
  }

  /** Six digits that are not the ones. */
  wrongCode(): string {
    const right = [-1, 0, 1, 2].map((stepsAgo) => this.code(stepsAgo));
    return (
      ["000000", "111111", "222222", "333333", "444444"].find((code) => !right.includes(code)) ?? ""
    );
  }
}
