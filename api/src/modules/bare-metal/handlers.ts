/** Handlers of bare-metal products and their items, for staff. */
import { actionDenial } from "#contracts/actions/action.ts";
import {
  bareMetalItemActions,
  bareMetalProductActions,
} from "#contracts/actions/bare-metal-items.ts";
import type {
  bareMetalItems,
  bareMetalProducts,
  EditableItemState,
} from "#contracts/bare-metal-items.ts";
import type { BareMetalItem } from "#contracts/bare-metal-items.ts";
import { assertNotDenied, type Caller, toActor } from "../../core/http/authorization.ts";
import {
  type HandlerContext,
  type Handlers,
  systemHandler,
  systemListHandler,
} from "../../core/http/handlers.ts";
import type { FieldChange } from "../../core/audit/audit.ts";
import type { Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { actionNotPossible, fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import { toStaffRequester } from "../commands/requester.ts";
import { eraseItemAgain } from "../instances/commands/end-of-use.ts";
import { findBareMetalItem } from "./detail-store.ts";
import {
  bareMetalItemsQuery,
  bareMetalProductsQuery,
  findBareMetalProduct,
  findItemConflict,
  insertItem,
  isRegion,
  type LockedItem,
  lockItem,
  lockItemNames,
  updateItem,
} from "./store.ts";

const systemReason = "bare-metal items belong to no tenant";

async function requireItem(tx: Tx, id: string, now: Date): Promise<BareMetalItem> {
  const item = await findBareMetalItem(tx, id, now);
  if (item === null) throw new ProblemError("not_found");
  return item;
}

async function requireProduct(tx: Tx, id: string, now: Date) {
  const product = await findBareMetalProduct(tx, id, now);
  if (product === null) throw new ProblemError("not_found");
  return product;
}

async function lockItemOrThrow(tx: Tx, id: string): Promise<LockedItem> {
  const item = await lockItem(tx, id);
  if (item === null) throw new ProblemError("not_found");
  return item;
}

const targetOf = ({ id, serial }: { id: string; serial: string }) => ({
  type: "bare_metal_item",
  id,
  name: serial,
});

async function assertNamesFree(
  tx: Tx,
  item: { id: string; regionHandle: string; serial: string; foremanHost: string },
): Promise<void> {
  const conflict = await findItemConflict(tx, item);
  if (conflict === null) return;
  throw conflict.sameSerial
    ? fieldError("serial", "taken", { resource: "item_serial" })
    : fieldError("foremanHost", "taken", { resource: "item_host" });
}

const stateActions = {
  available: bareMetalItemActions.makeAvailable,
  maintenance: bareMetalItemActions.sendToMaintenance,
  broken: bareMetalItemActions.markBroken,
} as const;

/** The state and its reason after the change. A new reason alone replaces the one of the present state. */
function changedState(
  caller: Caller,
  item: LockedItem,
  { state, reason }: { state?: EditableItemState | undefined; reason?: string | undefined },
  now: Date,
): Pick<LockedItem, "state" | "stateReason"> {
  if (state === undefined) return { state: item.state, stateReason: reason ?? item.stateReason };
  assertNotDenied(actionDenial(toActor(caller), stateActions[state], item, now));
  if (state === "available") return { state, stateReason: null };
  if (reason === undefined && state !== item.state) throw fieldError("reason", "required");
  return { state, stateReason: reason ?? item.stateReason };
}

const hostFields = ["serial", "foremanHost", "diskCount"] as const;
const otherFields = ["hostGroup", "rack", "note"] as const;

async function updateHandler(context: HandlerContext<typeof bareMetalItems.update>) {
  const { tx, now, path, body, caller, audit } = context;
  if (body.serial !== undefined || body.foremanHost !== undefined) await lockItemNames(tx);
  const item = await lockItemOrThrow(tx, path.bareMetalItem);
  const actor = toActor(caller);
  assertNotDenied(actionDenial(actor, bareMetalItemActions.edit, item, now));
  const { state: _, reason: __, ...given } = body;
  const to: LockedItem = {
    ...item,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...changedState(caller, item, body, now),
  };
  if (hostFields.some((field) => to[field] !== item[field])) {
    assertNotDenied(actionDenial(actor, bareMetalItemActions.editHost, item, now));
    await assertNamesFree(tx, to);
  }
  const fields = [...hostFields, ...otherFields, "state", "stateReason"] as const;
  const changes: FieldChange[] = fields
    .filter((field) => to[field] !== item[field])
    .map((field) => ({ field, from: item[field], to: to[field] }));
  audit({ target: targetOf(to), changes });
  if (changes.length > 0) await updateItem(tx, to, now);
  return requireItem(tx, item.id, now);
}

type RetireContext = Pick<
  HandlerContext<typeof bareMetalItems.retire>,
  "tx" | "now" | "caller" | "audit"
>;

async function retire(
  { tx, now, caller, audit }: RetireContext,
  item: LockedItem,
  action: (typeof bareMetalItemActions)["retire" | "retireFromProduct"],
): Promise<null> {
  assertNotDenied(actionDenial(toActor(caller), action, item, now));
  audit({ target: targetOf(item) });
  if (item.state === "retired") return null;
  audit({ changes: [{ field: "state", from: item.state, to: "retired" }] });
  await updateItem(tx, { ...item, state: "retired" }, now);
  return null;
}

export const bareMetalItemsHandlers: Handlers<typeof bareMetalItems> = {
  list: systemListHandler(systemReason, ({ query }) => bareMetalItemsQuery(query)),

  view: systemHandler(systemReason, ({ tx, path, now }) =>
    requireItem(tx, path.bareMetalItem, now),
  ),

  update: systemHandler(systemReason, updateHandler),

  retire: systemHandler(systemReason, async (context) =>
    retire(
      context,
      await lockItemOrThrow(context.tx, context.path.bareMetalItem),
      bareMetalItemActions.retire,
    ),
  ),

  retryErasure: systemHandler(systemReason, async ({ tx, now, path, caller, request, audit }) => {
    const item = await lockItemOrThrow(tx, path.bareMetalItem);
    assertNotDenied(actionDenial(toActor(caller), bareMetalItemActions.retryErasure, item, now));
    audit({ target: targetOf(item) });
    if (item.state === "erasing") return requireItem(tx, item.id, now);
    const origin = { requester: toStaffRequester(caller), requestId: request.id };
    if (!(await eraseItemAgain(tx, now, item, origin)))
      throw actionNotPossible("operation_in_progress");
    audit({ changes: [{ field: "state", from: item.state, to: "erasing" }] });
    return requireItem(tx, item.id, now);
  }),
};

export const bareMetalProductsHandlers: Handlers<typeof bareMetalProducts> = {
  list: systemListHandler(systemReason, ({ query, now }) => bareMetalProductsQuery(query, now)),

  view: systemHandler(systemReason, ({ tx, path, now }) =>
    requireProduct(tx, path.bareMetalProduct, now),
  ),

  addItem: systemHandler(systemReason, async ({ tx, now, path, body, caller, audit }) => {
    const product = await requireProduct(tx, path.bareMetalProduct, now);
    const { addItem } = bareMetalProductActions;
    assertNotDenied(actionDenial(toActor(caller), addItem, product, now));
    const { region: regionHandle, ...fields } = body;
    if (!(await isRegion(tx, regionHandle)))
      throw fieldError("region", "unknown", { resource: "region" });
    const item = { ...fields, id: uuidv7(now), productId: product.id, regionHandle };
    await lockItemNames(tx);
    await assertNamesFree(tx, item);
    await insertItem(tx, item, now);
    audit({
      target: targetOf(item),
      changes: [
        { field: "product", from: null, to: product.name },
        { field: "region", from: null, to: regionHandle },
        { field: "foremanHost", from: null, to: item.foremanHost },
      ],
    });
    return requireItem(tx, item.id, now);
  }),

  retireItem: systemHandler(systemReason, async (context) => {
    const product = await requireProduct(context.tx, context.path.bareMetalProduct, context.now);
    const item = await lockItemOrThrow(context.tx, context.path.bareMetalItem);
    if (item.productId !== product.id) throw new ProblemError("not_found");
    return retire(context, item, bareMetalItemActions.retireFromProduct);
  }),
};
