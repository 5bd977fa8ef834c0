/** Finds what a line orders: its product, or the first of its alternatives that is free within its price. */
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import type { FieldErrorCode, FieldErrorParams } from "#contracts/field-errors.ts";
import { createFieldError, type FieldError, type FieldProblem } from "#contracts/field-problem.ts";
import { type OrderLine, type ProductChoice, productField } from "#contracts/orders.ts";
import type { Tx } from "../../core/db/db.ts";
import {
  findOrderableImage,
  findPricedProduct,
  findRegionState,
  findSnapshotRate,
  findStock,
  type PricedProduct,
} from "../catalogue/order-lookups.ts";
import type { FieldErrors } from "./order-errors.ts";

export interface ChosenProduct {
  /** 0 for the product of the line, 1 for its first alternative. */
  readonly choice: number;
  readonly regionHandle: string;
  readonly product: PricedProduct;
  readonly imageId: string;
}

/** Choices that another order took between validation and reservation, as `choiceKey` names them. */
export type TakenChoices = ReadonlySet<string>;

/** `line` counts from 0. */
export const choiceKey = (line: number, choice: number): string => `${line} ${choice}`;

/** The stock that the lines of one order have not used yet. */
export class StockOfOrder {
  readonly #used = new Map<string, number>();
  left({ product, region }: ProductChoice, free: number): number {
    return Math.max(0, free - (this.#used.get(`${product} ${region}`) ?? 0));
  }
  use({ product, region }: ProductChoice, quantity: number): void {
    const key = `${product} ${region}`;
    this.#used.set(key, (this.#used.get(key) ?? 0) + quantity);
  }
}

interface LineToChoose {
  /** Counted from 0. */
  readonly number: number;
  readonly line: OrderLine;
  readonly errors: FieldErrors;
  readonly stock: StockOfOrder;
  readonly taken: TakenChoices;
}

interface ChoiceProblem {
  readonly field: "region" | "product" | "operatingsystem" | "quantity";
  readonly problem: FieldProblem;
}

/** What keeps a choice from being taken now, in contrast to what will not change. */
const passes = ({ problem: { code } }: ChoiceProblem) =>
  code === "out_of_stock" || code === "unreachable" || code === "too_expensive";

/**
 * Returns null if no choice can be taken; `errors` then has the reason of each. An alternative that never fits the
 * line is an error even while an earlier choice is free.
 */
export async function chooseProduct(
  tx: Tx,
  now: Date,
  { number, line, errors, stock, taken }: LineToChoose,
): Promise<ChosenProduct | null> {
  const wanted = { region: line.region, product: line[productField(line)] ?? "" };
  const choices = [wanted, ...(line.alternatives ?? [])];
  const ceilings = await readCeilings(tx, line, wanted.product);
  let found: ChosenProduct | null = null;
  let isRejected = false;
  const obstacles: [choice: number, problem: ChoiceProblem][] = [];
  for (const [position, choice] of choices.entries()) {
    const checked = await checkChoice(tx, now, line, {
      choice,
      stock,
      maxRate: position === 0 ? ceilings.first : ceilings.others,
      isTaken: taken.has(choiceKey(number, position)),
    });
    isRejected ||= checked.problems.some((problem) => !passes(problem));
    // An unknown image is reported once, not for each choice.
    for (const problem of checked.problems)
      if (
        position === 0 ||
        problem.problem.code !== "unknown" ||
        problem.field !== "operatingsystem"
      )
        obstacles.push([position, problem]);
    const { product, imageId } = checked;
    if (found === null && checked.problems.length === 0 && product !== null && imageId !== null)
      found = { choice: position, regionHandle: choice.region, product, imageId };
  }
  stock.use(choices[found?.choice ?? 0] ?? wanted, line.quantity);
  if (found !== null && !isRejected) return found;
  for (const [position, obstacle] of obstacles)
    if (found === null || !passes(obstacle))
      errors.addProblem(number, pathOf(line, position, obstacle.field), obstacle.problem);
  return null;
}

function pathOf(line: OrderLine, choice: number, field: ChoiceProblem["field"]): string {
  if (choice > 0) return `alternatives.${choice - 1}.${field === "region" ? "region" : "product"}`;
  return field === "product" ? productField(line) : field;
}

/** The highest prices at which the product of the line and its alternatives are taken; null for any. */
async function readCeilings(tx: Tx, line: OrderLine, productId: string) {
  const maximum = line.maxRateMicrosPerHour;
  if (maximum !== undefined) return { first: maximum, others: maximum };
  if (line.alternatives === undefined) return { first: null, others: null };
  const shown = await findSnapshotRate(tx, line.priceSnapshotId, productId);
  return { first: null, others: shown?.rateMicrosPerHour ?? 0 };
}

async function checkChoice(
  tx: Tx,
  now: Date,
  { selectedInstanceVariant: variant, operatingsystem, quantity }: OrderLine,
  {
    choice,
    stock: stockOfOrder,
    maxRate,
    isTaken,
  }: { choice: ProductChoice; stock: StockOfOrder; maxRate: number | null; isTaken: boolean },
): Promise<{ product: PricedProduct | null; imageId: string | null; problems: ChoiceProblem[] }> {
  const [region, product, stock, image] = await Promise.all([
    findRegionState(tx, choice.region, variant),
    findPricedProduct(tx, choice.product, variant, now),
    findStock(tx, choice.product, choice.region),
    findOrderableImage(tx, operatingsystem, choice.region, variant),
  ]);
  const problems: ChoiceProblem[] = [];
  const reject = <C extends FieldErrorCode>(field: ChoiceProblem["field"], error: FieldError<C>) =>
    problems.push({ field, problem: toFieldProblem(error) });
  if (region === null) reject("region", unknown("region"));
  else if (!region.reachable) reject("region", createFieldError("unreachable"));
  if (product === null) reject("product", unknown("product"));
  else if (maxRate !== null && product.rateMicrosPerHour > maxRate)
    reject(
      "product",
      createFieldError("too_expensive", { rateMicrosPerHour: product.rateMicrosPerHour }),
    );
  else if (stock !== null) {
    const left = isTaken ? 0 : stock.free === null ? null : stockOfOrder.left(choice, stock.free);
    if (left === 0) reject("product", outOfStock(0));
    else if (left !== null && left < quantity) reject("quantity", outOfStock(left));
  } else if (region !== null)
    reject("product", createFieldError("not_offered", { reason: "region" }));
  if (image === null) reject("operatingsystem", unknown("image"));
  else if (region !== null && !image.inRegion)
    reject("operatingsystem", createFieldError("unusable", { reason: "region" }));
  else if (
    product !== null &&
    (product.diskGb < image.minDiskGb || product.memoryGb * 1024 < image.minMemoryMb)
  ) {
    const needed = { diskGb: image.minDiskGb, memoryMb: image.minMemoryMb };
    reject("operatingsystem", createFieldError("unusable", { reason: "size", ...needed }));
  }
  return { product, imageId: image?.id ?? null, problems };
}

const unknown = (resource: FieldErrorParams["unknown"]["resource"]) =>
  createFieldError("unknown", { resource });
const outOfStock = (left: number) => createFieldError("out_of_stock", { left });
