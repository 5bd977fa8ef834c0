/**
 * Model-based test: random sequences of actions on an account, compared with a small model. After each step exactly
 * the sessions that the model considers live are live.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import {
  fromUniqueIp,
  validPassword,
  registration,
  registeredBrowser,
} from "../../../testing/accounts.ts";
import type { TestClient } from "../../../testing/client.ts";
import { totpCode } from "../../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
let count = 0;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());

interface Model {
  status: "none" | "unverified" | "active" | "frozen" | "deactivated";
  hasSecondFactor: boolean;
  password: string;
  live: number;
}

class Real {
  readonly email = `model-${(count += 1)}@model.test`;
  secret = "";
  readonly live: TestClient[] = [];
  readonly dead: TestClient[] = [];

  endAll(except?: TestClient): void {
    for (const client of this.live.splice(0)) {
      if (client === except) this.live.push(client);
      else this.dead.push(client);
    }
  }
}

interface Step {
  name: string;
  isPossible(model: Model): boolean;
  run(model: Model, real: Real): Promise<void>;
}

/** Which steps were executed at all: a model that never makes progress proves nothing. */
const taken = new Set<string>();

/** Moves time, so that throttles are reset and the next TOTP code is unused. */
async function settle(): Promise<void> {
  env.clock.advance(31_000);
  await env.db.withSystemRole("a test resets throttles", (tx) =>
    tx.execute(sql`DELETE FROM throttle`),
  );
}

async function mailed(email: string, part: string): Promise<string> {
  await env.runDueJobs();
  const link = env.mail
    .messages()
    .filter((mail) => mail.to.includes(email))
    .flatMap((mail) => mail.links)
    .findLast((one) => one.includes(part));
  if (link === undefined) throw new Error(`${email} received no link to ${part}`);
  return link.slice(link.lastIndexOf("/") + 1);
}

async function holdsTo(model: Model, real: Real): Promise<void> {
  expect(real.live).toHaveLength(model.live);
  for (const client of real.live)
    expect((await client.call(api.auth.self, {})).status, "a live session").toBe(200);
  for (const client of real.dead)
    expect((await client.call(api.auth.self, {})).status, "a dead session").toBe(401);
}

const step = (
  name: string,
  isPossible: (model: Model) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Step => ({ name, isPossible, run });

const logIn = (real: Real, client: TestClient, password: string) =>
  client.call(api.auth.login, { body: { email: real.email, password } }, fromUniqueIp());
const first = (real: Real): TestClient => {
  const [client] = real.live;
  if (client === undefined) throw new Error("No user is signed in");
  return client;
};
const isIn = (model: Model) => model.status === "active" && model.live > 0;

const steps: Step[] = [
  step(
    "register",
    ({ status }) => status === "none",
    async (model, { email }) => {
      const response = await env
        .createClient()
        .call(api.auth.register, { body: registration(email) }, fromUniqueIp());
      expect(response.status).toBe(201);
      model.status = "unverified";
    },
  ),
  step(
    "register again",
    ({ status }) => status !== "none",
    async (_, { email }) => {
      const body = { ...registration(email), password: "another long pass phrase" };
      const response = await env.createClient().call(api.auth.register, { body }, fromUniqueIp());
      expect(response.code).toBe("registration_email_already_in_use");
    },
  ),
  step(
    "verify",
    ({ status }) => status === "unverified",
    async (model, { email }) => {
      const token = await mailed(email, "/auth/verify/");
      const client = await registeredBrowser(env, email);
      expect((await client.call(api.auth.verifyEmail, { path: { token } })).status).toBe(200);
      model.status = "active";
    },
  ),
  step(
    "sign in",
    () => true,
    async (model, real) => {
      const client = env.createClient();
      const response = await logIn(real, client, model.password);
      const problemCodes = {
        none: "invalid_credentials",
        unverified: "email_not_verified",
        frozen: "account_decativated",
        deactivated: "account_decativated",
        active: null,
      };
      expect(response.code).toBe(problemCodes[model.status]);
      if (model.status !== "active") return;
      expect(response.data.userSession.secondStep).toBe(model.hasSecondFactor ? "2fa" : null);
      if (model.hasSecondFactor) {
        expect((await client.call(api.workspaces.list, {})).status).toBe(401);
        const token = totpCode(env, real.secret);
        const done = await client.call(api.auth.loginTwoFactor, { body: { token } });
        expect(done.status).toBe(200);
      }
      real.live.push(client);
      model.live += 1;
    },
  ),
  step(
    "sign in with a wrong password",
    () => true,
    async (_, real) => {
      const response = await logIn(real, env.createClient(), "not the pass phrase");
      expect(response.code).toBe("invalid_credentials");
    },
  ),
  step(
    "turn the second factor on",
    (model) => isIn(model) && !model.hasSecondFactor,
    async (model, real) => {
      const client = first(real);
      real.secret = (await client.call(api.account.newSecret, {})).data.secret;
      const body = {
        attribute: "twoFactor" as const,
        enabled: true,
        otpToken: totpCode(env, real.secret),
      };
      expect((await client.call(api.account.update, { body })).status).toBe(200);
      real.endAll(client);
      model.live = 1;
      model.hasSecondFactor = true;
    },
  ),
  step(
    "turn the second factor off",
    (model) => isIn(model) && model.hasSecondFactor,
    async (model, real) => {
      const client = first(real);
      const body = {
        attribute: "twoFactor" as const,
        enabled: false,
        otpToken: totpCode(env, real.secret),
      };
      expect((await client.call(api.account.update, { body })).status).toBe(200);
      real.endAll(client);
      model.live = 1;
      model.hasSecondFactor = false;
    },
  ),
  step("change the password", isIn, async (model, real) => {
    const client = first(real);
    model.password = `${validPassword} ${(count += 1)}`;
    const body = { attribute: "password" as const, password: model.password };
    expect((await client.call(api.account.update, { body })).status).toBe(200);
    real.endAll(client);
    model.live = 1;
  }),
  step("end the other sessions", isIn, async (model, real) => {
    const client = first(real);
    const { ended } = (await client.call(api.sessions.killAll, {})).data;
    expect(ended).toBe(model.live - 1);
    real.endAll(client);
    model.live = 1;
  }),
  step("log out", isIn, async (model, real) => {
    const client = first(real);
    const copy = env.createClient();
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    expect((await client.call(api.auth.logout, {})).status).toBe(204);
    real.live.splice(0, 1);
    real.dead.push(copy);
    model.live -= 1;
  }),
  step(
    "reset the password",
    ({ status }) => ["unverified", "active", "frozen"].includes(status),
    async (model, real) => {
      await env
        .createClient()
        .call(api.auth.requestReset, { body: { email: real.email } }, fromUniqueIp());
      const token = await mailed(real.email, "/auth/reset/");
      model.password = `${validPassword} ${(count += 1)}`;
      const response = await env
        .createClient()
        .call(api.auth.reset, { path: { token }, body: { password: model.password } });
      expect(response.status).toBe(200);
      real.endAll();
      model.live = 0;
      model.status = "active";
    },
  ),
  step(
    "freeze by the link of a notice",
    (model) => isIn(model),
    async (model, real) => {
      const body = { attribute: "password" as const, password: `${validPassword} ${(count += 1)}` };
      model.password = body.password;
      expect((await first(real).call(api.account.update, { body })).status).toBe(200);
      const token = await mailed(real.email, "/auth/freeze/");
      expect((await env.createClient().call(api.auth.freeze, { path: { token } })).status).toBe(
        200,
      );
      real.endAll();
      model.live = 0;
      model.status = "frozen";
    },
  ),
  step("deactivate", isIn, async (model, real) => {
    expect((await first(real).call(api.account.deactivate, { body: {} })).status).toBe(204);
    real.endAll();
    model.live = 0;
    model.status = "deactivated";
  }),
];

/** Each number selects one of the steps that are possible at that point. */
async function runSteps(choices: readonly number[]): Promise<void> {
  const model: Model = { status: "none", hasSecondFactor: false, password: validPassword, live: 0 };
  const real = new Real();
  const done: string[] = [];
  const beginning = ["register", "verify", "sign in", "sign in"];
  for (const at of beginning.keys()) await take(steps.find(({ name }) => name === beginning[at]));
  for (const choice of choices) {
    const possible = steps.filter(({ isPossible }) => isPossible(model));
    await take(possible[choice % possible.length]);
  }

  async function take(one: Step | undefined): Promise<void> {
    if (one === undefined) throw new Error("There is no such step");
    done.push(one.name);
    taken.add(one.name);
    await settle();
    await one.run(model, real).catch((error: unknown) => {
      throw new Error(`after ${done.join(", ")}`, { cause: error });
    });
    await holdsTo(model, real);
  }
}

test("an account behaves like the model for any sequence of steps", {
  timeout: 120_000,
}, async () => {
  const choices = fc.array(fc.nat({ max: 10_000 }), { minLength: 8, maxLength: 12 });
  // A fixed seed, so that failures can be reproduced.
  await fc.assert(fc.asyncProperty(choices, runSteps), { numRuns: 6, seed: 1 });
  expect([...taken].sort()).toEqual(steps.map(({ name }) => name).sort());
});
