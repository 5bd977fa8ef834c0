/** Handlers of virtual products and their prices, for staff. */
import { actionDenial } from "#contracts/actions/action.ts";
import { virtualProductActions } from "#contracts/actions/virtual-products.ts";
import {
  maxPriceAheadDays,
  type VirtualProduct,
  type virtualProducts,
} from "#contracts/virtual-products.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import {
  type HandlerContext,
  type Handlers,
  systemHandler,
  systemListHandler,
} from "../../core/http/handlers.ts";
import type { Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import {
  deletePrice,
  findPrice,
  findVirtualProduct,
  hasPriceFrom,
  insertPrice,
  lockVirtualProduct,
  setVirtualProductStatus,
  updateVirtualProduct,
  virtualProductsQuery,
} from "./store.ts";

const systemReason = "products belong to no tenant";
const dayMs = 86_400_000;

async function requireProduct(tx: Tx, id: string, now: Date): Promise<VirtualProduct> {
  const product = await findVirtualProduct(tx, id, now);
  if (product === null) throw new ProblemError("not_found");
  return product;
}

async function lockOrThrow(tx: Tx, id: string, now: Date): Promise<VirtualProduct> {
  if (!(await lockVirtualProduct(tx, id))) throw new ProblemError("not_found");
  return requireProduct(tx, id, now);
}

const targetOf = ({ id, name }: VirtualProduct) => ({ type: "virtual_product", id, name });

async function addPriceHandler(context: HandlerContext<typeof virtualProducts.addPrice>) {
  const { tx, now, path, body, caller, audit } = context;
  const product = await lockOrThrow(tx, path.virtualProduct, now);
  assertNotDenied(actionDenial(toActor(caller), virtualProductActions.addPrice, product, now));
  const validFrom = body.validFrom === undefined ? now : new Date(body.validFrom);
  const aheadMs = validFrom.getTime() - now.getTime();
  // A price of the past would say that instances were ordered at another price than they were.
  if (aheadMs < 0 || aheadMs > maxPriceAheadDays * dayMs)
    throw fieldError("validFrom", "expiry_range", { days: maxPriceAheadDays });
  if (await hasPriceFrom(tx, product.id, validFrom))
    throw fieldError("validFrom", "already_exists", {});
  const { rateMicrosPerHour } = body;
  await insertPrice(tx, { id: uuidv7(now), productId: product.id, rateMicrosPerHour, validFrom });
  audit({
    target: targetOf(product),
    changes: [
      { field: "rateMicrosPerHour", from: product.rateMicrosPerHour, to: rateMicrosPerHour },
      { field: "validFrom", from: null, to: validFrom.toISOString() },
    ],
  });
  return requireProduct(tx, product.id, now);
}

async function cancelPriceHandler(context: HandlerContext<typeof virtualProducts.cancelPrice>) {
  const { tx, now, path, caller, audit } = context;
  const product = await lockOrThrow(tx, path.virtualProduct, now);
  const price = await findPrice(tx, product.id, path.price);
  if (price === null) throw new ProblemError("not_found");
  assertNotDenied(actionDenial(toActor(caller), virtualProductActions.cancelPrice, price, now));
  await deletePrice(tx, path.price);
  audit({
    target: targetOf(product),
    changes: [
      { field: "rateMicrosPerHour", from: price.rateMicrosPerHour, to: null },
      { field: "validFrom", from: price.validFrom, to: null },
    ],
  });
  return requireProduct(tx, product.id, now);
}

async function updateHandler(context: HandlerContext<typeof virtualProducts.update>) {
  const { tx, now, path, body, caller, audit } = context;
  const product = await lockOrThrow(tx, path.virtualProduct, now);
  assertNotDenied(actionDenial(toActor(caller), virtualProductActions.update, product, now));
  const to = {
    name: body.name ?? product.name,
    family: body.family ?? product.family,
    position: body.position ?? product.position,
  };
  const changes = (["name", "family", "position"] as const).flatMap((field) =>
    product[field] === to[field] ? [] : [{ field, from: product[field], to: to[field] }],
  );
  audit({ target: targetOf(product), changes });
  if (changes.length > 0) await updateVirtualProduct(tx, { id: product.id, ...to }, now);
  return requireProduct(tx, product.id, now);
}

type StatusChange = "activate" | "deactivate";
const statusAfter = { activate: "active", deactivate: "inactive" } as const;

/** A repeated request changes nothing and succeeds. */
async function changeStatus(
  {
    tx,
    now,
    path,
    caller,
    audit,
  }: Pick<
    HandlerContext<(typeof virtualProducts)[StatusChange]>,
    "tx" | "now" | "path" | "caller" | "audit"
  >,
  change: StatusChange,
): Promise<VirtualProduct> {
  const product = await lockOrThrow(tx, path.virtualProduct, now);
  const denial = actionDenial(toActor(caller), virtualProductActions[change], product, now);
  assertNotDenied(denial);
  audit({ target: targetOf(product) });
  if (denial !== null) return product;
  const status = statusAfter[change];
  audit({ changes: [{ field: "status", from: product.status, to: status }] });
  await setVirtualProductStatus(tx, product.id, status, now);
  return requireProduct(tx, product.id, now);
}

export const virtualProductsHandlers: Handlers<typeof virtualProducts> = {
  list: systemListHandler(systemReason, ({ query, now }) => virtualProductsQuery(query, now)),
  view: systemHandler(systemReason, ({ tx, path, now }) =>
    requireProduct(tx, path.virtualProduct, now),
  ),
  update: systemHandler(systemReason, updateHandler),
  addPrice: systemHandler(systemReason, addPriceHandler),
  cancelPrice: systemHandler(systemReason, cancelPriceHandler),
  activate: systemHandler(systemReason, (context) => changeStatus(context, "activate")),
  deactivate: systemHandler(systemReason, (context) => changeStatus(context, "deactivate")),
};
