/** Validates each line of an order: every field of every line, then the prices. */
import { actionDenial } from "#contracts/actions/action.ts";
import type { Actor } from "#contracts/actions/actor.ts";
import { projectActions } from "#contracts/actions/projects.ts";
import type { FieldErrorParams } from "#contracts/field-errors.ts";
import { createFieldError } from "#contracts/field-problem.ts";
import { type CartOrder, type OrderLine, orderLines } from "#contracts/orders.ts";
import { assertNotDenied } from "../../core/http/authorization.ts";
import { ValidationError } from "../../core/lib/problem-error.ts";
import type { Tx } from "../../core/db/db.ts";
import { findReachedThreshold } from "../billing/alert-threshold.ts";
import { findReachedLimits } from "../billing/limits.ts";
import { findSnapshotRate } from "../catalogue/order-lookups.ts";
import { chooseProduct, StockOfOrder, type TakenChoices } from "./order-choices.ts";
import { FieldErrors } from "./order-errors.ts";
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
  /** 0 for the product of the line, 1 for its first alternative. */
  readonly choice: number;
  readonly hostnames: readonly string[];
}

/** What all lines of the order share. */
interface OrderFacts {
  readonly credentials: readonly { id: string; publicKey: string }[];
  readonly projects: readonly OrderProject[];
  readonly namesakes: readonly NamedRow[];
}

const unknown = (resource: FieldErrorParams["unknown"]["resource"]) =>
  createFieldError("unknown", { resource });
const hostnameTaken = createFieldError("taken", { resource: "instance" });

/** `taken` has the choices that are sold out whatever the stock says. */
export async function validateOrder(
  context: OrderContext,
  taken: TakenChoices = new Set(),
): Promise<ValidatedLine[]> {
  const { tx, body, now } = context;
  const lines = orderLines(body);
  const errors = new FieldErrors(body);
  const facts = await readFacts(context, lines);
  const stock = new StockOfOrder();
  const validated: ValidatedLine[] = [];
  for (const [number, line] of lines.entries()) {
    const chosen = await chooseProduct(tx, now, { number, line, errors, stock, taken });
    checkAccess(context, facts, { number, line, errors });
    if (chosen === null) continue;
    validated.push({
      ...chosen,
      number: number + 1,
      variant: line.selectedInstanceVariant,
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

interface LineCheck {
  /** Counted from 0. */
  readonly number: number;
  readonly line: OrderLine;
  readonly errors: FieldErrors;
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

/**
 * Rejects the lines whose price is not the one that the buyer was shown, with both prices. An alternative has been
 * held to the highest price of its line.
 */
async function checkPrices(
  tx: Tx,
  lines: readonly OrderLine[],
  validated: readonly ValidatedLine[],
  errors: FieldErrors,
): Promise<void> {
  for (const [number, { product, choice }] of validated.entries()) {
    const shown = lines[number]?.priceSnapshotId;
    if (choice > 0 || shown === undefined || shown === product.priceSnapshotId) continue;
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
 * Rejects an order that exceeds a limit of the workspace, at the first line that does, and any order once the month's
 * cost has reached an alert threshold that blocks orders. From here until the transaction ends, no other order of the
 * workspace is checked, and its threshold does not change.
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
  const threshold = await findReachedThreshold(tx, workspace.id, now);
  if (threshold !== null)
    errors.add(0, "quantity", createFieldError("alert_threshold_reached", threshold));
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
