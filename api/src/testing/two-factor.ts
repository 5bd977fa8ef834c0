/** People with a second factor, and the codes of their app. */
import { HOTP, Secret } from "otpauth";
import { turnOn } from "../auth/second-factor.ts";
import { goodPassword } from "./accounts.ts";
import type { Client } from "./client.ts";
import { makePerson, type Person } from "./people.ts";
import type { World } from "./world.ts";

const stepMs = 30_000;

export interface Guarded extends Person {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** What the app shows, or showed that many steps before now. */
export const codeOf = (world: World, secret: string, stepsAgo = 0): string =>
  HOTP.generate({
    secret: Secret.fromBase32(secret),
    counter: Math.floor(world.clock.now().getTime() / stepMs) - stepsAgo,
  });

/** One that is right in none of the steps that count. */
export function wrongCodeOf(world: World, secret: string): string {
  const right = [1, 0, -1].map((stepsAgo) => codeOf(world, secret, stepsAgo));
  const wrong = ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code));
  if (wrong === undefined) throw new Error("Every code is right");
  return wrong;
}

export async function makeGuarded(world: World, email: string): Promise<Guarded> {
  const passwordHash = await world.passwords.hash(goodPassword);
  const person = await makePerson(world, email, { passwordHash });
  const secret = new Secret({ size: 20 }).base32;
  const recoveryCodes = await world.db.asSystem("a second factor for a test", (tx) =>
    turnOn(tx, world.keys, person.id, secret, 0, world.clock.now()),
  );
  return { ...person, secret, recoveryCodes };
}

/** The same browser as it was: with the cookies of that moment. */
export function copyOf(world: World, client: Client): Client {
  const copy = world.client();
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}
