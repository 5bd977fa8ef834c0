/**
 * The fixtures of resources, `fixtures/<resource>.ts`, collected by file name: the tests that cover every endpoint and
 * every tenant table use them.
 */
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TestEnvironment } from "./test-environment.ts";
import type { TestUser, TestWorkspace } from "./users.ts";

export interface ResourceFixture {
  /** Name of the path parameter of one object, without the colon. */
  readonly object: string;
  /** Inserts an object that belongs to the user directly into the database; returns its id. */
  readonly insert: (
    env: TestEnvironment,
    workspace: TestWorkspace,
    creator: Pick<TestUser, "id">,
  ) => Promise<string>;
  /** Functions that return a new valid body, by endpoint. Endpoints that need no body are omitted. */
  readonly bodies?: Readonly<Record<string, () => object>>;
  /** Functions that return a valid query string, by endpoint. Endpoints that need none are omitted. */
  readonly queries?: Readonly<Record<string, () => string>>;
}

const folder = fileURLToPath(new URL("./fixtures", import.meta.url));

export const resourceFixtures: readonly ResourceFixture[] = await Promise.all(
  globSync("*.ts", { cwd: folder }).map(async (file): Promise<ResourceFixture> => {
    const { fixture } = await import(`./fixtures/${file}`);
    return fixture;
  }),
);
