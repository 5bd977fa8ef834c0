/** Handlers of promo codes for staff, and of their redemption by customers. */
import { actionDenial } from "#contracts/actions/action.ts";
import { promoCodeActions } from "#contracts/actions/admin-billing.ts";
import type { api } from "#contracts/api.ts";
import type { PromoCode, PromoCodeInput } from "#contracts/promo-codes.ts";
import { isDatabaseError, type Tx, uniqueViolation } from "../../core/db/db.ts";
import { type Handlers, systemHandler, systemListHandler } from "../../core/http/handlers.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import { isUuid, uuidv7 } from "../../core/lib/crypto.ts";
import { actionNotPossible, fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import {
  deletePromoCode,
  findPromoCode,
  insertPromoCode,
  listPromoCodes,
  lockPromoCodeById,
  restorePromoCode,
  updatePromoCode,
} from "./promo-codes-store.ts";
import { redeemPromoCode } from "./use-promo-code.ts";

const systemReason = "promo codes belong to no tenant";

async function requireCode(tx: Tx, id: string, now: Date): Promise<PromoCode> {
  const code = isUuid(id) ? await findPromoCode(tx, id, now) : null;
  if (code === null) throw new ProblemError("not_found");
  return code;
}

/** Throws a problem where another code has the name. */
const saveCode = (save: Promise<number>, taken: () => Error): Promise<number> =>
  save.catch((error: unknown) => {
    if (isDatabaseError(error, uniqueViolation, "promo_code_code_key")) throw taken();
    throw error;
  });
const codeExists = () => fieldError("code", "already_exists");

/** The code under its lock, so that changes at once follow each other. */
async function lockCode(tx: Tx, id: string, now: Date): Promise<PromoCode> {
  if (!isUuid(id) || (await lockPromoCodeById(tx, id)) === null)
    throw new ProblemError("not_found");
  return requireCode(tx, id, now);
}

function checkEnd(input: PromoCodeInput, startsAt: string): void {
  if (input.endsAt !== null && input.endsAt <= startsAt) throw fieldError("endsAt", "invalid");
}

const target = ({ id, code }: Pick<PromoCode, "id" | "code">) => ({
  type: "promo_code",
  id,
  name: code,
});

export const promoCodesHandlers: Handlers<typeof api.promoCodes> = {
  list: systemListHandler(systemReason, ({ query, now }) => listPromoCodes(query, now)),

  create: systemHandler(systemReason, async ({ tx, now, caller, body, audit }) => {
    const id = uuidv7(now);
    checkEnd(body, body.startsAt ?? now.toISOString());
    await saveCode(insertPromoCode(tx, id, body, { by: caller.user.id, now }), codeExists);
    audit({ target: target({ id, code: body.code }), changes: [] });
    return requireCode(tx, id, now);
  }),

  update: systemHandler(systemReason, async ({ tx, now, caller, path, body, audit }) => {
    const before = await lockCode(tx, path.promoCode, now);
    assertNotDenied(actionDenial(toActor(caller), promoCodeActions.edit, before, now));
    checkEnd(body, body.startsAt ?? before.startsAt);
    if (body.maxUses !== null && body.maxUses < before.used)
      throw fieldError("maxUses", "too_small", { minimum: before.used, unit: "number" });
    await saveCode(updatePromoCode(tx, before.id, body, now), codeExists);
    const after = await requireCode(tx, before.id, now);
    const changes = (["code", "kind", "maxUses", "endsAt", "isDisabled"] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ field: `promoCodes.${field}`, from: before[field], to: after[field] }));
    audit({ target: target(after), changes });
    return after;
  }),

  remove: systemHandler(systemReason, async ({ tx, now, path, audit }) => {
    const code = await lockCode(tx, path.promoCode, now);
    await deletePromoCode(tx, code.id, now);
    audit({ target: target(code), changes: [] });
    return null;
  }),

  restore: systemHandler(systemReason, async ({ tx, now, path, audit }) => {
    const code = await lockCode(tx, path.promoCode, now);
    await saveCode(restorePromoCode(tx, code.id, now), () =>
      actionNotPossible("promo_code_is_taken"),
    );
    audit({ target: target(code), changes: [] });
    return requireCode(tx, code.id, now);
  }),
};

export const billingPromoHandlers = (
  deps: Parameters<typeof redeemPromoCode>[0],
): Handlers<typeof api.billingPromo> => ({ redeemPromoCode: redeemPromoCode(deps) });
