/// <reference lib="dom" />
/** Common time of browser and server: the server's clock is moved, and the browser's clock follows exactly. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { api } from "#contracts/api.ts";
import type { ApiClient } from "./api-client.ts";

/**
 * A browser learns the server's time from responses. A response that is in flight while time is moved is off by one
 * step, so several steps must fit into the half minute before its end in which a session is extended.
 */
const stepSeconds = 6;
/** By then every tab, with a clock that may be one step behind, has noticed that the session must be extended. */
const extendedBeforeMs = 18_000;
/** Well within the ten minutes of the clock mover's own session. */
const refreshEverySteps = 30;

export class FakeTime {
  readonly #context: BrowserContext;
  /** Client with its own session, which is extended regularly. */
  readonly #mover: ApiClient;
  #browserAt = 0;
  #steps = 0;

  constructor(context: BrowserContext, mover: ApiClient) {
    this.#context = context;
    this.#mover = mover;
  }

  /** From here on the browser's time runs until it is stopped. */
  async install(): Promise<void> {
    await this.#context.clock.install({ time: await this.#move(1) });
  }

  /** Call it after the pages are loaded, because loading needs running time. */
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

  /** Near the end of the session, time stops until a tab has extended it, because responses take real time. */
  async #waitForExtension(): Promise<void> {
    const remainingMs = async () => {
      const shared = await this.#context
        .pages()[0]
        ?.evaluate(() => localStorage.getItem("session"));
      return Number(shared?.split(" ").at(-1)) - this.#browserAt;
    };
    await expect.poll(remainingMs).toBeGreaterThan(extendedBeforeMs);
  }

  async #move(seconds: number): Promise<number> {
    const { now } = await this.#mover.call(api.demo.moveClock, { body: { seconds } });
    return Date.parse(now);
  }
}

const hopSeconds = 500;

/** Advances the server's time only, and extends the browser's session like an open tab. */
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
