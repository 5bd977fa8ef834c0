/** Validates each line of an order: every field of every line, then the prices. */
import { actionDenial } from "#contracts/actions/action.ts";
import type { Actor } from "#contracts/actions/actor.ts";
import { projectActions } from "#contracts/actions/projects.ts";
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import type { FieldErrorCode, FieldErrorParams } from "#contracts/field-errors.ts";
import { createFieldError, type FieldError, type FieldProblem } from "#contracts/field-problem.ts";
import {
  type CartOrder,
  type OrderLine,
  orderLinePath,
  orderLines,
  productField,
} from "#contracts/orders.ts";
import { assertNotDenied } from "../../core/http/authorization.ts";
import { ValidationError } from "../../core/lib/problem-error.ts";
import type { Tx } from "../../core/db/db.ts";
import { findReachedLimits } from "../billing/limits.ts";
import {
  findOrderableImage,
  findPricedProduct,
  findRegionState,
  findSnapshotRate,
  findStock,
  type PricedProduct,
} from "../catalogue/order-lookups.ts";
import { firstBootLength, firstBootMost } from "./first-boot.ts";
import {
  listInstancesByHostname,
  lockCredentialsShared,
  lockProjectsShared,
  type NamedRow,
  type NewOrderLine,
  type OrderProject,
} from "./order-store.ts";

/** An order in its transaction: of a request, or of a waiting order that starts. */
export interface OrderContext {
  readonly tx: Tx;
  readonly now: Date;
  readonly body: CartOrder;
  readonly workspace: { readonly id: string };
  readonly actor: Actor;
}

export interface ValidatedLine extends NewOrderLine {
  readonly hostnames: readonly string[];
}

/** What all lines of the order share. */
interface OrderFacts {
  readonly credentials: readonly { id: string; publicKey: string }[];
  readonly projects: readonly OrderProject[];
  readonly namesakes: readonly NamedRow[];
}

class FieldErrors {
  readonly found: Record<string, FieldProblem[]> = {};
  readonly #order: CartOrder;
  constructor(order: CartOrder) {
    this.#order = order;
  }
  /** Rejects the field of a line; `number` counts from 0. */
  add<C extends FieldErrorCode>(
    number: number,
    field: string,
    error: FieldError<C>,
    existing?: NamedRow,
  ): void {
    const path = orderLinePath(this.#order, number, field);
    (this.found[path] ??= []).push(toFieldProblem(error, existing));
  }
  throwIfAny(): void {
    if (Object.keys(this.found).length > 0) throw new ValidationError(this.found);
  }
}

const unknown = (resource: FieldErrorParams["unknown"]["resource"]) =>
  createFieldError("unknown", { resource });
const outOfStock = (left: number) => createFieldError("out_of_stock", { left });
const hostnameTaken = createFieldError("taken", { resource: "instance" });

export async function validateOrder(context: OrderContext): Promise<ValidatedLine[]> {
  const { tx, body, now } = context;
  const lines = orderLines(body);
  const errors = new FieldErrors(body);
  const facts = await readFacts(context, lines);
  const stock = new StockOfOrder();
  const validated: ValidatedLine[] = [];
  for (const [number, line] of lines.entries()) {
    const { product, imageId } = await validateProduct(tx, now, { number, line, errors, stock });
    checkAccess(context, facts, { number, line, errors });
    if (product === null || imageId === null) continue;
    validated.push({
      number: number + 1,
      variant: line.selectedInstanceVariant,
      regionHandle: line.region,
      product,
      imageId,
      projectId: line.projectId ?? facts.projects.find(({ isDefault }) => isDefault)?.id ?? null,
      quantity: line.quantity,
      credentialIds: line.workspaceCredential,
      userData: line.userData ?? null,
      hostnames: line.hostname,
    });
  }
  errors.throwIfAny();
  await checkPrices(tx, lines, validated, errors);
  return validated;
}

async function readFacts(
  { tx, workspace }: OrderContext,
  lines: readonly OrderLine[],
): Promise<OrderFacts> {
  const projectIds = lines.flatMap(({ projectId }) => projectId ?? []);
  const [credentials, projects, namesakes] = await Promise.all([
    lockCredentialsShared(
      tx,
      workspace.id,
      lines.flatMap((line) => line.workspaceCredential),
    ),
    lockProjectsShared(tx, workspace.id, projectIds),
    listInstancesByHostname(
      tx,
      workspace.id,
      lines.flatMap((line) => line.hostname),
    ),
  ]);
  return { credentials, projects, namesakes };
}

/** The stock that the lines of one order have not used yet. */
class StockOfOrder {
  readonly #used = new Map<string, number>();
  /** Uses `quantity` of the stock; returns what was left before. Null when the provider does not report it. */
  use(line: OrderLine, free: number | null): number | null {
    const { region, quantity } = line;
    const key = `${line[productField(line)]} ${region}`;
    const used = this.#used.get(key) ?? 0;
    this.#used.set(key, used + quantity);
    return free === null ? null : Math.max(0, free - used);
  }
}

interface LineCheck {
  /** Counted from 0. */
  readonly number: number;
  readonly line: OrderLine;
  readonly errors: FieldErrors;
}

async function validateProduct(
  tx: Tx,
  now: Date,
  { number, line, errors, stock: stockOfOrder }: LineCheck & { stock: StockOfOrder },
): Promise<{ product: PricedProduct | null; imageId: string | null }> {
  const { selectedInstanceVariant: variant } = line;
  const field = productField(line);
  const productId = line[field] ?? "";
  const [region, product, stock, image] = await Promise.all([
    findRegionState(tx, line.region, variant),
    findPricedProduct(tx, productId, variant, now),
    findStock(tx, productId, line.region),
    findOrderableImage(tx, line.operatingsystem, line.region, variant),
  ]);
  const reject = <C extends FieldErrorCode>(at: string, error: FieldError<C>) =>
    errors.add(number, at, error);
  if (region === null) reject("region", unknown("region"));
  else if (!region.reachable) reject("region", createFieldError("unreachable"));
  if (product === null) reject(field, unknown("product"));
  else if (stock !== null) {
    const left = stockOfOrder.use(line, stock.free);
    if (left === 0) reject(field, outOfStock(0));
    else if (left !== null && left < line.quantity) reject("quantity", outOfStock(left));
  } else if (region !== null) reject(field, createFieldError("not_offered", { reason: "region" }));
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
  return { product, imageId: image?.id ?? null };
}

/** Checks keys, project and hostnames of a line. */
function checkAccess(
  { actor, now }: OrderContext,
  { credentials, projects, namesakes }: OrderFacts,
  { number, line, errors }: LineCheck,
): void {
  const ids = line.workspaceCredential;
  const keys = ids.flatMap((id, position) => {
    const key = credentials.find((credential) => credential.id === id);
    const field = `workspaceCredential.${position}`;
    if (key === undefined) errors.add(number, field, unknown("credential"));
    else if (ids.indexOf(id) < position)
      errors.add(number, field, createFieldError("duplicate", { resource: "credential" }));
    return key === undefined ? [] : [key.publicKey];
  });
  const characters = firstBootLength(keys, line.userData ?? null);
  if (characters > firstBootMost) {
    const sizes = { characters, maximum: firstBootMost };
    if (line.userData === undefined)
      errors.add(number, "workspaceCredential", createFieldError("too_large", sizes));
    else errors.add(number, "userData", createFieldError("user_data_too_large", sizes));
  }
  const project = projects.find(({ id }) => id === line.projectId);
  if (project !== undefined)
    assertNotDenied(actionDenial(actor, projectActions.orderInto, project, now));
  else if (line.projectId !== undefined) errors.add(number, "projectId", unknown("project"));
  line.hostname.forEach((hostname, position) => {
    const namesake = namesakes.find(({ name }) => name === hostname);
    if (namesake !== undefined) errors.add(number, `hostname.${position}`, hostnameTaken, namesake);
  });
}

/** Rejects the lines whose price is not the one that the buyer was shown, with both prices. */
async function checkPrices(
  tx: Tx,
  lines: readonly OrderLine[],
  validated: readonly ValidatedLine[],
  errors: FieldErrors,
): Promise<void> {
  for (const [number, { product }] of validated.entries()) {
    const shown = lines[number]?.priceSnapshotId;
    if (shown === undefined || shown === product.priceSnapshotId) continue;
    const old = await findSnapshotRate(tx, shown, product.id);
    if (old?.rateMicrosPerHour === product.rateMicrosPerHour) continue;
    const prices = {
      ...(old === null ? {} : { old: old.rateMicrosPerHour }),
      new: product.rateMicrosPerHour,
      priceSnapshotId: product.priceSnapshotId,
    };
    errors.add(number, "priceSnapshotId", createFieldError("price_changed", prices));
  }
  errors.throwIfAny();
}

/**
 * Rejects an order that exceeds a limit of the workspace, at the first line that does. From here until the transaction
 * ends, no other order of the workspace is checked.
 */
export async function rejectReachedLimits(
  { tx, body, workspace, now }: OrderContext,
  lines: readonly ValidatedLine[],
): Promise<void> {
  const errors = new FieldErrors(body);
  const added = lines.map(({ quantity, variant, product }) => ({
    quantity,
    gpuCount: product.gpuCount,
    isBareMetal: variant === "bare_metal",
    rateMicrosPerHour: product.rateMicrosPerHour,
  }));
  for (const { position, ...reached } of await findReachedLimits(tx, workspace.id, now, added))
    errors.add(position, "quantity", createFieldError("limit_reached", reached));
  errors.throwIfAny();
}

/** Names that other instances took since the validation. */
export async function rejectTakenNames(
  { tx, body, workspace }: OrderContext,
  taken: readonly string[],
): Promise<never> {
  const errors = new FieldErrors(body);
  const holders = await listInstancesByHostname(tx, workspace.id, taken);
  for (const [number, { hostname: names }] of orderLines(body).entries())
    names.forEach((name, position) => {
      const holder = holders.find((each) => each.name === name);
      if (taken.includes(name)) errors.add(number, `hostname.${position}`, hostnameTaken, holder);
    });
  throw new ValidationError(errors.found);
}
