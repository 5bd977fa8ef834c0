/** Handlers of types of block storage, for staff. */
import { actionDenial } from "#contracts/actions/action.ts";
import { volumeProductActions } from "#contracts/actions/volume-products.ts";
import type { VolumeProduct, volumeProducts } from "#contracts/volume-products.ts";
import type { FieldChange } from "../../core/audit/audit.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import {
  type HandlerContext,
  type Handlers,
  systemHandler,
  systemListHandler,
} from "../../core/http/handlers.ts";
import { fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import type { Tx } from "../../core/db/db.ts";
import { type StatusChange, statusAfter } from "../catalogue/status-change.ts";
import {
  lockVolumeProduct,
  setVolumeProductStatus,
  updateVolumeProduct,
  volumeProductsQuery,
} from "./store.ts";

const systemReason = "types of block storage belong to no tenant";

async function lockOrThrow(tx: Tx, id: string): Promise<VolumeProduct> {
  const product = await lockVolumeProduct(tx, id);
  if (product === null) throw new ProblemError("not_found");
  return product;
}

/** With its region, because regions have types of the same name. */
const targetOf = ({ id, name, region }: VolumeProduct) => ({
  type: "volume_product",
  id,
  name: `${name} (${region.name})`,
});

type ChangeContext = Pick<
  HandlerContext<(typeof volumeProducts)[StatusChange]>,
  "tx" | "now" | "path" | "caller" | "audit"
>;

/** A repeated request changes nothing and succeeds. */
async function changeStatus(
  { tx, now, path, caller, audit }: ChangeContext,
  change: StatusChange,
): Promise<VolumeProduct> {
  const product = await lockOrThrow(tx, path.volumeProduct);
  const denial = actionDenial(toActor(caller), volumeProductActions[change], product, now);
  assertNotDenied(denial);
  audit({ target: targetOf(product) });
  if (denial !== null) return product;
  const status = statusAfter[change];
  audit({ changes: [{ field: "status", from: product.status, to: status }] });
  await setVolumeProductStatus(tx, product.id, status, now);
  return lockOrThrow(tx, product.id);
}

async function updateHandler(context: HandlerContext<typeof volumeProducts.update>) {
  const { tx, now, path, body, caller, audit } = context;
  const product = await lockOrThrow(tx, path.volumeProduct);
  assertNotDenied(actionDenial(toActor(caller), volumeProductActions.edit, product, now));
  const to = {
    ...product,
    rateMicrosPerGbMonth: body.rateMicrosPerGbMonth ?? product.rateMicrosPerGbMonth,
    minSizeGb: body.minSizeGb ?? product.minSizeGb,
    maxSizeGb: body.maxSizeGb ?? product.maxSizeGb,
  };
  if (to.maxSizeGb < to.minSizeGb)
    throw body.maxSizeGb === undefined
      ? fieldError("minSizeGb", "too_big", { maximum: to.maxSizeGb, unit: "number" })
      : fieldError("maxSizeGb", "too_small", { minimum: to.minSizeGb, unit: "number" });
  const changes: FieldChange[] = (["rateMicrosPerGbMonth", "minSizeGb", "maxSizeGb"] as const)
    .filter((field) => to[field] !== product[field])
    .map((field) => ({ field, from: product[field], to: to[field] }));
  audit({ target: targetOf(product), changes });
  if (changes.length === 0) return product;
  await updateVolumeProduct(tx, to, now);
  return lockOrThrow(tx, product.id);
}

export const volumeProductsHandlers: Handlers<typeof volumeProducts> = {
  list: systemListHandler(systemReason, ({ query }) => volumeProductsQuery(query)),
  update: systemHandler(systemReason, updateHandler),
  activate: systemHandler(systemReason, (context) => changeStatus(context, "activate")),
  deactivate: systemHandler(systemReason, (context) => changeStatus(context, "deactivate")),
  restore: systemHandler(systemReason, (context) => changeStatus(context, "restore")),
  remove: systemHandler(systemReason, async (context) => {
    await changeStatus(context, "remove");
    return null;
  }),
};
