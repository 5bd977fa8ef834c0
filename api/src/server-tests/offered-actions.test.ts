/**
 * The console offers exactly the actions that the server accepts. The console applies the contract's rules to the
 * session and to the object as lists and pages show it. Each test applies these rules, then makes the request.
 * Endpoints with rules for an object have a case; all others are compared by their access declaration.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { actorAccessLevel, endpointDenial } from "#contracts/actions/actor.ts";
import { allActions } from "#contracts/actions/all-actions.ts";
import { allEndpoints, api } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { permissionNames } from "#contracts/permissions.ts";
import {
  type ActionCase,
  type ActionOutcome,
  actorOf,
  toActionResponse,
} from "../testing/action-case.ts";
import { type AuthorizationFixture, createTestActors, type TestActor } from "../testing/actors.ts";
import { adminBillingActionCases } from "../testing/admin-billing-action-cases.ts";
import { billingActionCases } from "../testing/billing-action-cases.ts";
import { webhookActionCases } from "../testing/webhook-action-cases.ts";
import { bareMetalActionCases } from "../testing/bare-metal-action-cases.ts";
import { catalogueActionCases } from "../testing/catalogue-action-cases.ts";
import { instanceActionCases } from "../testing/instance-action-cases.ts";
import { memberActionCases } from "../testing/member-action-cases.ts";
import { queueActionCases } from "../testing/queue-action-cases.ts";
import { findOrderOffer } from "../testing/order-offer.ts";
import { staffActionCases } from "../testing/staff-action-cases.ts";
import { workspaceRoleActionCases } from "../testing/workspace-role-action-cases.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";

let env: TestEnvironment;
let fixture: AuthorizationFixture;
let cases: readonly ActionCase[];
let testActors: readonly TestActor[];
beforeAll(async () => {
  env = await startTestEnvironment({ demo: true, signIn: true, payments: true });
  fixture = await createTestActors(env);
  testActors = fixture.actors.filter(({ session }) => session === "live");
  const owner = await testActors.find(({ name }) => name === "owner")?.browser();
  if (owner === undefined) throw new Error("No actor is named owner");
  const offer = await findOrderOffer(owner, 50, () => fixture.createObject("credential", "others"));
  cases = [
    ...billingActionCases(env, fixture),
    ...adminBillingActionCases(env, fixture),
    ...webhookActionCases(env, fixture),
    ...instanceActionCases(env, fixture, offer),
    ...memberActionCases(env, fixture),
    ...queueActionCases(env, fixture),
    ...staffActionCases(env, fixture),
    ...workspaceRoleActionCases(env, fixture),
    ...bareMetalActionCases(env, fixture),
    ...catalogueActionCases(env, fixture),
  ];
});
afterAll(() => env.stop());

/** Describes how console and server differ; null if they agree. */
function disagreement({ offer, response }: ActionOutcome): string | null {
  const { status, code } = response;
  const answered = `the server answers ${status} ${code ?? ""}`;
  if (offer === null) return status < 300 ? null : `offered, but ${answered}`;
  if (offer === "hidden")
    return status === 403 || status === 404 ? null : `not shown, but ${answered}`;
  if (offer.isRepeat === true)
    return status < 300 ? null : `already so (${offer.code}), but ${answered}`;
  return code === offer.problem ? null : `denied as ${offer.code}, but ${answered}`;
}

test.each(allActions.map(({ name }) => name))(
  "%s is offered exactly where the server allows it",
  { timeout: 300_000 },
  async (name) => {
    const found = cases.find((one) => one.name === name);
    if (found === undefined) throw new Error(`${name} needs a case in api/src/testing`);
    const wrong: string[] = [];
    const seen = { offered: 0, denied: 0 };
    for (const testActor of testActors) {
      for (const object of found.objects) {
        const outcome = await found.run(testActor, object);
        const differs = disagreement(outcome);
        if (differs !== null) wrong.push(`${testActor.name}, ${object}: ${differs}`);
        seen[outcome.offer === null ? "offered" : "denied"] += 1;
        // A role without the permission gets the same result for every object.
        const { offer } = outcome;
        if (offer !== null && offer !== "hidden" && isWithoutAccess.has(offer.code)) break;
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.offered).toBeGreaterThan(0);
    expect(seen.denied).toBeGreaterThan(0);
  },
);
const isWithoutAccess: ReadonlySet<string> = new Set([
  "no_workspace_role",
  "no_staff_role",
  "role_lacks_permission",
  "staff_role_lacks_permission",
  "blocked_while_impersonating",
]);

const objectNames = ({ path }: Endpoint) =>
  [...path.matchAll(/:([a-zA-Z]+)/g)]
    .map(([, name]) => name ?? "")
    .filter((name) => name !== "workspace");
const isChange = ({ method, mutates }: Endpoint) => method !== "GET" || mutates === true;
const hasActions = (endpoint: Endpoint) => allActions.some((one) => one.endpoint === endpoint);

/** Possible in every state of the object. Who may make them is tested below, like any endpoint without rules. */
const possibleInEveryState: ReadonlySet<string> = new Set([
  "adminBilling.addBalance",
  "billing.checkPayment",
  "projects.setBudget",
  "projects.removeBudget",
]);

test("every endpoint that changes an object it names has rules in the contract", () => {
  const withoutRules = allEndpoints.filter(
    (endpoint) =>
      (endpoint.access.kind === "can" || endpoint.access.kind === "staff") &&
      isChange(endpoint) &&
      objectNames(endpoint).length > 0 &&
      !possibleInEveryState.has(endpoint.id) &&
      !hasActions(endpoint),
  );
  expect(withoutRules.map(({ id }) => id)).toEqual([]);
});

const accessKinds: ReadonlySet<string> = new Set(["can", "staff", "self", "session"]);
const accessCodes: ReadonlySet<string | null> = new Set([
  "permission_denied_missing_role",
  "permission_denied_missing_permission",
  "no_access_for_jwt",
]);
const someId = "01890000-0000-7000-8000-000000000000";

test.each(
  allEndpoints
    .filter((endpoint) => accessKinds.has(endpoint.access.kind) && !hasActions(endpoint))
    .map((endpoint) => [endpoint.id, endpoint] as const),
)("%s is offered exactly to the actors that the server allows", async (_, endpoint) => {
  const wrong: string[] = [];
  for (const testActor of testActors) {
    const client = await testActor.browser();
    const denial = endpointDenial(await actorOf(client, fixture.workspace.handle), endpoint);
    const address = endpoint.path
      .replace(":workspace", fixture.workspace.handle)
      .replace(/:[a-zA-Z]+/g, someId);
    const headers: Record<string, string> = {
      ...(endpoint.stream === true && { accept: "text/event-stream" }),
      ...(endpoint.socket === true && { origin: env.publicUrl.origin }),
    };
    // The body is invalid: access must be checked before the body.
    const body = endpoint.body === undefined ? undefined : { unknownField: true };
    const { status, code } = await toActionResponse(
      await client.send(endpoint.method, address, body, { headers }),
    );
    const isRight = denial === null ? !accessCodes.has(code) : code === denial.problem;
    if (!isRight)
      wrong.push(`${testActor.name}: ${denial?.code ?? "offered"}, but ${status} ${code}`);
  }
  expect(wrong).toEqual([]);
});

test("the session response lists the permissions that the rules give its user", async () => {
  for (const testActor of testActors) {
    const client = await testActor.browser();
    const actor = await actorOf(client, fixture.workspace.handle);
    const { data } = await client.call(api.auth.self, {});
    const role = data.userWorkspaceRoles.find(({ handle }) => handle === fixture.workspace.handle);
    expect([testActor.name, role?.workspaceRole.permissions ?? []]).toEqual([
      testActor.name,
      permissionNames.filter((permission) => actorAccessLevel(actor, permission) !== null),
    ]);
  }
});
