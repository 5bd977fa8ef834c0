/**
 * What the tests of every endpoint and of every tenant table need of a resource: `fixtures/<resource>.ts`, collected
 * by file name.
 */
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TestEnvironment } from "./test-environment.ts";
import type { TestUser, TestWorkspace } from "./users.ts";

export interface ResourceFixture {
  /** The name that paths give to one object, without the colon. */
  readonly object: string;
  /** Inserts one object of a user directly; returns its id. */
  readonly insert: (
    world: TestEnvironment,
    workspace: TestWorkspace,
    creator: TestUser,
  ) => Promise<string>;
  /** Valid bodies by endpoint, a new one at each call; an endpoint that needs none is left out. */
  readonly bodies?: Readonly<Record<string, () => object>>;
  /** Valid query strings by endpoint, where one is needed. */
  readonly queries?: Readonly<Record<string, () => string>>;
}

const folder = fileURLToPath(new URL("./fixtures", import.meta.url));

export const resourceFixtures: readonly ResourceFixture[] = await Promise.all(
  globSync("*.ts", { cwd: folder }).map(async (file): Promise<ResourceFixture> => {
    const { fixture } = await import(`./fixtures/${file}`);
    return fixture;
  }),
);
