/** The users of an emulated provider: the input of the sign-in page and the resulting profile. */
import { createHash } from "node:crypto";
import { z } from "zod";

const text = z.string().trim().max(200);

const SignInForm = z.object({
  decision: z.enum(["continue", "refuse"]),
  email: text.default(""),
  firstName: text.default(""),
  lastName: text.default(""),
  emailVerified: z.literal("on").exactOptional(),
  /** Google: the domain of the account's organization. */
  hostedDomain: text.default(""),
  /** The provider's id of the account; derived from the email if empty. */
  subject: text.default(""),
});

export interface ProviderUser {
  subject: string;
  email: string;
  emailVerified: boolean;
  hostedDomain: string | null;
  firstName: string;
  lastName: string;
}

/** Returns null if the user denied access or entered no email address. */
export function parseUser(form: URLSearchParams): ProviderUser | null {
  const parsed = SignInForm.safeParse(Object.fromEntries(form));
  if (!parsed.success || parsed.data.decision === "refuse" || !parsed.data.email.includes("@"))
    return null;
  const { email, firstName, lastName, emailVerified, hostedDomain, subject } = parsed.data;
  return {
    subject: subject === "" ? subjectForEmail(email) : subject,
    email,
    emailVerified: emailVerified === "on",
    hostedDomain: hostedDomain === "" ? null : hostedDomain,
    firstName,
    lastName,
  };
}

/** Derived from the email because nothing is stored: the same email is the same account after a restart. */
function subjectForEmail(email: string): string {
  const digest = createHash("sha256").update(email.toLowerCase()).digest();
  return String(digest.readUIntBE(0, 6));
}

/** The known users. A user who signed in before is offered again. */
export class UserDirectory {
  readonly #bySubject = new Map<string, ProviderUser>();

  constructor(known: readonly Omit<ProviderUser, "subject">[]) {
    for (const user of known) this.add({ ...user, subject: subjectForEmail(user.email) });
  }

  add(user: ProviderUser): void {
    this.#bySubject.set(user.subject, user);
  }

  find(subject: string): ProviderUser | undefined {
    return this.#bySubject.get(subject);
  }

  all(): ProviderUser[] {
    return [...this.#bySubject.values()];
  }
}
