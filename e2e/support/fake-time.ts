/// <reference lib="dom" />
/** One time for browser and server: the server's clock is moved, and the browser's goes exactly as far. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import type { ApiClient } from "./api-client.ts";

/**
 * A browser learns the server's time from its answers, and one under way while time is moved is wrong by a
 * step: several have to fit into the half minute before its end in which a session is extended.
 */
const stepSeconds = 6;
/** By then every tab has seen, each by a clock that may be a step behind, that its session wants extending. */
const extendedBeforeMs = 18_000;
/** Well within the ten minutes of the mover's own session. */
const refreshEverySteps = 30;

export class FakeTime {
  readonly #context: BrowserContext;
  /** Signed in in a session of its own, which is extended now and then. */
  readonly #mover: ApiClient;
  #browserAt = 0;
  #steps = 0;

  constructor(context: BrowserContext, mover: ApiClient) {
    this.#context = context;
    this.#mover = mover;
  }

  /** From here the browser's time goes on by itself, until it is stopped. */
  async install(): Promise<void> {
    await this.#context.clock.install({ time: await this.#move(1) });
  }

  /** Once the pages stand: they load in a time that passes. */
  async stop(): Promise<void> {
    this.#browserAt = await this.#move(1);
    await this.#context.clock.pauseAt(this.#browserAt);
  }

  async pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += stepSeconds) {
      const at = await this.#move(Math.min(stepSeconds, seconds - passed));
      this.#steps += 1;
      if (this.#steps % refreshEverySteps === 0) await this.#mover.call(api.auth.refresh, {});
      await this.#context.clock.runFor(at - this.#browserAt);
      this.#browserAt = at;
      await this.#waitForExtension();
    }
  }

  /** Answers come in a time of their own: near its end, no time passes until a tab has extended the session. */
  async #waitForExtension(): Promise<void> {
    const leftMs = async () => {
      const shared = await this.#context
        .pages()[0]
        ?.evaluate(() => localStorage.getItem("session"));
      return Number(shared?.split(" ").at(-1)) - this.#browserAt;
    };
    await expect.poll(leftMs).toBeGreaterThan(extendedBeforeMs);
  }

  async #move(seconds: number): Promise<number> {
    const { now } = await this.#mover.call(api.demo.moveClock, { body: { seconds } });
    return Date.parse(now);
  }
}

const hopSeconds = 500;

/** Time passes on the server alone, and the browser's session is extended meanwhile, as an open tab does it. */
export async function advanceTime(page: Page, mover: ApiClient, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += hopSeconds) {
    const hop = Math.min(hopSeconds, seconds - passed);
    await mover.call(api.demo.moveClock, { body: { seconds: hop } });
    await mover.call(api.auth.refresh, {});
    const csrf = (await page.context().cookies()).find(({ name }) => name === "csrf")?.value ?? "";
    const response = await page.request.post("/auth/refresh", {
      headers: { "x-csrf-token": decodeURIComponent(csrf) },
    });
    expect(response.status()).toBe(200);
  }
}
