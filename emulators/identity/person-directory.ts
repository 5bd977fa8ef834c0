/** Who signs in at a stand-in: what a person types on its page, and what the provider then says about them. */
import { createHash } from "node:crypto";
import { z } from "zod";

const text = z.string().trim().max(200);

const SignInForm = z.object({
  decision: z.enum(["continue", "refuse"]),
  email: text.default(""),
  firstName: text.default(""),
  lastName: text.default(""),
  emailVerified: z.literal("on").exactOptional(),
  /** Google: the domain of the organisation the account belongs to. */
  hostedDomain: text.default(""),
  /** The provider's own name of the account; made from the address where it is left empty. */
  subject: text.default(""),
});

export interface Person {
  subject: string;
  email: string;
  emailVerified: boolean;
  hostedDomain: string | null;
  firstName: string;
  lastName: string;
}

/** Null where the person refused, or typed no address. */
export function parsePerson(form: URLSearchParams): Person | null {
  const given = SignInForm.safeParse(Object.fromEntries(form));
  if (!given.success || given.data.decision === "refuse" || !given.data.email.includes("@"))
    return null;
  const { email, firstName, lastName, emailVerified, hostedDomain, subject } = given.data;
  return {
    subject: subject === "" ? subjectForEmail(email) : subject,
    email,
    emailVerified: emailVerified === "on",
    hostedDomain: hostedDomain === "" ? null : hostedDomain,
    firstName,
    lastName,
  };
}

/** The same address is the same account after a restart, as nothing is stored. */
function subjectForEmail(email: string): string {
  const digest = createHash("sha256").update(email.toLowerCase()).digest();
  return String(digest.readUIntBE(0, 6));
}

/** Whoever signed in before is offered again. */
export class PersonDirectory {
  readonly #bySubject = new Map<string, Person>();

  constructor(known: readonly Omit<Person, "subject">[]) {
    for (const user of known) this.add({ ...user, subject: subjectForEmail(user.email) });
  }

  add(user: Person): void {
    this.#bySubject.set(user.subject, user);
  }

  find(subject: string): Person | undefined {
    return this.#bySubject.get(subject);
  }

  all(): Person[] {
    return [...this.#bySubject.values()];
  }
}
