/** Handlers of promo codes for staff, and of their redemption by customers. */
import type { api } from "#contracts/api.ts";
import type { PromoCode, PromoCodeInput } from "#contracts/promo-codes.ts";
import { isDatabaseError, type Tx, uniqueViolation } from "../../core/db/db.ts";
import { type Handlers, systemHandler, systemListHandler } from "../../core/http/handlers.ts";
import { isUuid, uuidv7 } from "../../core/lib/crypto.ts";
import { fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import {
  deletePromoCode,
  findPromoCode,
  insertPromoCode,
  listPromoCodes,
  lockPromoCodeById,
  updatePromoCode,
} from "./promo-codes-store.ts";
import { redeemPromoCode } from "./use-promo-code.ts";

const systemReason = "promo codes belong to no tenant";

async function requireCode(tx: Tx, id: string, now: Date): Promise<PromoCode> {
  const code = isUuid(id) ? await findPromoCode(tx, id, now) : null;
  if (code === null) throw new ProblemError("not_found");
  return code;
}

/** Maps a code that exists to its field. */
const saveCode = (save: Promise<number>): Promise<number> =>
  save.catch((error: unknown) => {
    if (isDatabaseError(error, uniqueViolation, "promo_code_code_key"))
      throw fieldError("code", "already_exists");
    throw error;
  });

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
    await saveCode(insertPromoCode(tx, id, body, { by: caller.user.id, now }));
    audit({ target: target({ id, code: body.code }), changes: [] });
    return requireCode(tx, id, now);
  }),

  update: systemHandler(systemReason, async ({ tx, now, path, body, audit }) => {
    const before = await requireCode(tx, path.promoCode, now);
    const locked = await lockPromoCodeById(tx, before.id);
    if (locked === null) throw new ProblemError("not_found");
    checkEnd(body, body.startsAt ?? before.startsAt);
    if (body.maxUses !== null && body.maxUses < locked.used)
      throw fieldError("maxUses", "too_small", { minimum: locked.used, unit: "number" });
    await saveCode(updatePromoCode(tx, before.id, body, now));
    const after = await requireCode(tx, before.id, now);
    const changes = (["code", "kind", "maxUses", "endsAt", "isDisabled"] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ field: `promoCodes.${field}`, from: before[field], to: after[field] }));
    audit({ target: target(after), changes });
    return after;
  }),

  remove: systemHandler(systemReason, async ({ tx, now, path, audit }) => {
    const code = await requireCode(tx, path.promoCode, now);
    await deletePromoCode(tx, code.id, now);
    audit({ target: target(code), changes: [] });
    return null;
  }),
};

export const billingPromoHandlers = (
  deps: Parameters<typeof redeemPromoCode>[0],
): Handlers<typeof api.billingPromo> => ({ redeemPromoCode: redeemPromoCode(deps) });
