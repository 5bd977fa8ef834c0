/** Runs an action of the contract on test objects; returns what the console would offer and what the server responds. */
import { type Action, actionDenial } from "#contracts/actions/action.ts";
import { type Actor, type Denial, endpointDenial } from "#contracts/actions/actor.ts";
import { sessionActor } from "#contracts/actions/session-actor.ts";
import { api } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { TestActor } from "./actors.ts";
import type { TestClient } from "./client.ts";
import type { TestEnvironment } from "./test-environment.ts";

export interface ActionResponse {
  readonly status: number;
  readonly code: string | null;
}

export interface ActionOutcome {
  /** Null if the action is offered; `hidden` if no list or page shows the object to the actor. */
  readonly offer: Denial | "hidden" | null;
  readonly response: ActionResponse;
}

export interface ActionCase {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly objects: readonly string[];
  /** Creates an object of that kind and performs the action on it. */
  run(testActor: TestActor, object: string): Promise<ActionOutcome>;
}

/** Values of the path parameters; `workspace` defaults to the workspace of the test actors. */
export type ObjectPath = Readonly<Record<string, string>>;

interface CaseSpec<Subject> {
  /** Kinds of objects; each object is created for the actor that acts on it. */
  readonly objects: Readonly<Record<string, (testActor: TestActor) => Promise<ObjectPath>>>;
  /** The object as a list or page shows it to this actor; null if it is not shown. */
  readonly view: (
    client: TestClient,
    path: ObjectPath,
    testActor: TestActor,
  ) => Promise<Subject | null>;
  /** Body of the request. */
  readonly body?: (path: ObjectPath) => object | Promise<object>;
  readonly query?: (path: ObjectPath) => string;
  /** Restores the state that later cases need. */
  readonly undo?: () => Promise<unknown>;
}

export async function toActionResponse(response: Response): Promise<ActionResponse> {
  const { status } = response;
  if (status < 300) {
    await response.body?.cancel();
    return { status, code: null };
  }
  const body: unknown = JSON.parse(await response.text());
  const code = typeof body === "object" && body !== null ? Reflect.get(body, "code") : null;
  return { status, code: typeof code === "string" ? code : "validation_failed" };
}

/** The actor as the console knows them: from the session response. */
export async function actorOf(client: TestClient, handle: string): Promise<Actor> {
  const { data } = await client.call(api.auth.self, {});
  return sessionActor(data, data.userWorkspaceRoles.find((role) => role.handle === handle) ?? null);
}

/** Data of a successful response; null for other responses. */
export const shown = <Data>(response: {
  readonly status: number;
  readonly data: Data;
}): Data | null => (response.status < 300 ? response.data : null);

export const actionCase =
  (env: TestEnvironment, workspace: string) =>
  <Subject>(name: string, action: Action<Subject>, spec: CaseSpec<Subject>): ActionCase => ({
    name,
    endpoint: action.endpoint,
    objects: Object.keys(spec.objects),
    async run(testActor, object) {
      const path = { workspace, ...(await spec.objects[object]?.(testActor)) };
      const client = await testActor.browser();
      const actor = await actorOf(client, path.workspace);
      const subject = await spec.view(client, path, testActor);
      const offer =
        subject === null
          ? (endpointDenial(actor, action.endpoint) ?? "hidden")
          : actionDenial(actor, action, subject, env.clock.now());
      const { method, path: pattern } = action.endpoint;
      const values: ObjectPath = path;
      const address = pattern.replace(
        /:([a-zA-Z]+)/g,
        (_, key: string) => values[key] ?? "missing",
      );
      const body = await spec.body?.(path);
      const response = await toActionResponse(
        await client.send(method, address + (spec.query?.(path) ?? ""), body),
      );
      await spec.undo?.();
      return { offer, response };
    },
  });
