/** Which changes accept an Idempotency-Key: all that create, end or move instances, tokens, invitations, exports or money. */
import { expect, test } from "vitest";
import { allEndpoints } from "./api.ts";
import type { Endpoint } from "./endpoint.ts";

const endpoints: readonly Endpoint[] = allEndpoints;

/** Resources whose changes accept a key, unless they are listed below. */
const accepting = new Set([
  "adminBilling",
  "adminInstances",
  "balanceApprovals",
  "instances",
  "instanceLifecycle",
  "invites",
  "queue",
  "tokens",
]);

/** Single endpoints of other resources. */
const acceptingEndpoints = [
  "account.requestDataCopy",
  "bareMetalItems.retryErasure",
  "billing.addPaymentMethod",
  "billing.redeemPromoCode",
  "credentials.create",
  "images.create",
  "infrastructure.sync",
  "projects.create",
  "promoCodes.create",
  "users.retryDataCopy",
  "virtualProducts.addPrice",
  "webhookEndpoints.replay",
  "webhookEndpoints.test",
  "workspaces.create",
];

/** A change that a repetition leaves as it is. */
const settingsOnly = ["instances.update"];

const isChange = ({ method }: Endpoint) => method !== "GET";
const resourceOf = ({ id }: Endpoint) => id.split(".")[0] ?? "";
const mustAccept = (endpoint: Endpoint): boolean =>
  isChange(endpoint) &&
  (acceptingEndpoints.includes(endpoint.id) ||
    (accepting.has(resourceOf(endpoint)) && !settingsOnly.includes(endpoint.id)));

test.each(endpoints.filter(mustAccept).map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s accepts an Idempotency-Key",
  (_, { idempotent }) => {
    expect(idempotent).toBe(true);
  },
);

test("every endpoint that accepts a key is listed", () => {
  const others = endpoints.filter(
    (endpoint) => endpoint.idempotent === true && !mustAccept(endpoint),
  );
  expect(others.map(({ id }) => id)).toEqual([]);
});

test("the lists name endpoints that exist", () => {
  const ids = new Set(endpoints.map(({ id }) => id));
  expect([...acceptingEndpoints, ...settingsOnly].filter((id) => !ids.has(id))).toEqual([]);
});

test("every change that an endpoint makes to money accepts a key, or holds a secret of the payment provider", () => {
  const money = endpoints.filter(
    (endpoint) =>
      isChange(endpoint) &&
      /refund|invoice|balance|payment-method$|promo-code$|bank-payment|write-off|initialize-3ds/.test(
        endpoint.path,
      ),
  );
  expect(money.length).toBeGreaterThan(10);
  // Its response holds a client secret, which is never stored. Starting twice moves no money.
  expect(money.filter(({ idempotent }) => idempotent !== true).map(({ id }) => id)).toEqual([
    "billing.initialize3ds",
  ]);
});

test("a secret is in the response of endpoints that encrypt what they keep", () => {
  const secret = endpoints.filter(({ secretResponse }) => secretResponse === true);
  expect(secret.map(({ id }) => id)).toEqual(["invites.link", "tokens.create", "tokens.rotate"]);
  expect(secret.filter(({ idempotent }) => idempotent !== true)).toEqual([]);
});
