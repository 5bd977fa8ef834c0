/** An authenticator app. */
import { HOTP, Secret, TOTP } from "otpauth";

export class AuthenticatorApp {
  readonly #secret: Secret;

  /** Accepts the key as shown on the page, with spaces. */
  constructor(key: string) {
    this.#secret = Secret.fromBase32(key.replaceAll(" ", ""));
  }

  /** The current code. The previous one is valid as well; each code is valid once. */
  code(stepsAgo = 0): string {
    return HOTP.generate({ secret: this.#secret, counter: TOTP.counter() - stepsAgo });
  }

  /** Six digits that are not a valid code. */
  wrongCode(): string {
    const validCodes = [-1, 0, 1, 2].map((stepsAgo) => this.code(stepsAgo));
    return (
      ["000000", "111111", "222222", "333333", "444444"].find(
        (code) => !validCodes.includes(code),
      ) ?? ""
    );
  }
}
