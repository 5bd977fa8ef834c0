/** Action cases of saved cards. */
import { paymentMethodActions } from "#contracts/actions/payment-methods.ts";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import type { AuthorizationFixture } from "./actors.ts";
import type { TestClient } from "./client.ts";
import { fixture as cardFixture } from "./fixtures/payment-methods.ts";
import type { TestEnvironment } from "./test-environment.ts";

export function billingActionCases(
  env: TestEnvironment,
  { workspace, actors }: AuthorizationFixture,
): ActionCase[] {
  const define = actionCase(env, workspace.handle);
  const path = { workspace: workspace.handle };
  const owner = { id: actors.find(({ name }) => name === "owner")?.userId ?? "" };
  const asSystem = (query: ReturnType<typeof sql>) =>
    env.db.withSystemRole("a card for a test", (tx) => tx.execute(query));
  /** Each case begins without the cards of earlier ones. */
  async function insert(options: { others: boolean; isDefault: boolean; isExpired?: boolean }) {
    await asSystem(sql`DELETE FROM payment_method WHERE workspace_id = ${workspace.id}`);
    if (options.others) await cardFixture.insert(env, workspace, owner);
    const paymentMethod = await cardFixture.insert(env, workspace, owner);
    await asSystem(sql`
      UPDATE payment_method SET is_default = ${options.isDefault}, exp_year = ${options.isExpired === true ? 2020 : 2034} WHERE id = ${paymentMethod}`);
    return { paymentMethod };
  }
  const view = async (client: TestClient, { paymentMethod }: ObjectPath) => {
    const list = shown(await client.call(api.payments.listPaymentMethods, { path }));
    return list?.data.find(({ id }) => id === paymentMethod) ?? null;
  };
  const missing = () => Promise.resolve({ paymentMethod: uuidv7(env.clock.now()) });
  return [
    define("paymentMethods.setDefault", paymentMethodActions.setDefault, {
      objects: {
        "not the default": () => insert({ others: true, isDefault: false }),
        "the default": () => insert({ others: true, isDefault: true }),
        expired: () => insert({ others: true, isDefault: false, isExpired: true }),
        missing,
      },
      view,
    }),
    define("paymentMethods.remove", paymentMethodActions.remove, {
      objects: {
        "not the default": () => insert({ others: true, isDefault: false }),
        "the default beside others": () => insert({ others: true, isDefault: true }),
        "the only one, with instances": () => insert({ others: false, isDefault: true }),
        missing,
      },
      view,
    }),
  ];
}
