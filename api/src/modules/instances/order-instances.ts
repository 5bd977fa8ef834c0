/** Handles an order: all its lines are validated, reserved and created in the transaction of the request, or none. */
import type { api } from "#contracts/api.ts";
import type { Variant } from "#contracts/catalogue.ts";
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import { createFieldError } from "#contracts/field-problem.ts";
import { orderLinePath, orderLines, productField } from "#contracts/orders.ts";
import { enqueueAlertCheck } from "../billing/alert-check.ts";
import { reserveBareMetalItems, reserveStock } from "../catalogue/order-lookups.ts";
import { createCommands } from "../commands/create-commands.ts";
import type { FieldChange } from "../../core/audit/audit.ts";
import { type Requester, toRequester } from "../commands/requester.ts";
import { toActor } from "../../core/http/authorization.ts";
import { withSavepoint } from "../../core/db/savepoint.ts";
import { ValidationError } from "../../core/lib/problem-error.ts";
import type { HandlerResult, HandlerContext } from "../../core/http/handlers.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { lockWorkspaceSharedWithPermission } from "../workspaces/memberships.ts";
import { findInstanceDefinition } from "./commands/command-definitions.ts";
import { choiceKey, type TakenChoices } from "./order-choices.ts";
import { listInstancesById } from "./store.ts";
import {
  insertInstanceCredentials,
  insertOrder,
  insertOrderedInstances,
  type OrderedInstance,
} from "./order-store.ts";
import {
  type OrderContext,
  rejectReachedLimits,
  rejectTakenNames,
  validateOrder,
  type ValidatedLine,
} from "./validate-order.ts";

type OrderEndpoint = typeof api.instances.order;

export async function orderHandler(
  context: HandlerContext<OrderEndpoint>,
): Promise<HandlerResult<OrderEndpoint>> {
  const { tx, now, workspace, caller, request, audit } = context;
  const { orderId, instances, lines, changes } = await placeOrder({
    ...context,
    actor: toActor(caller),
    tokenId: caller.session === null ? caller.token.id : null,
    requester: toRequester(caller),
    requestId: request.id,
  });
  audit({
    target: {
      type: "instance",
      id: instances[0]?.id ?? orderId,
      name: instances.map(({ hostname }) => hostname).join(", "),
    },
    changes,
  });
  await context.publish(workspace.id, { topic: "instances", id: null });
  const ids = instances.map(({ id }) => id);
  return {
    orderId,
    instances: await listInstancesById(tx, workspace.id, ids, now),
    lines: lines.map(toPlacedLine),
  };
}

export interface OrderToPlace extends OrderContext {
  /** The access token that sent it; null for a session. */
  readonly tokenId: string | null;
  readonly requester: Requester;
  readonly requestId: string | null;
}

export interface PlacedOrder {
  readonly orderId: string;
  readonly instances: readonly OrderedInstance[];
  readonly lines: readonly ValidatedLine[];
  /** For the activity. */
  readonly changes: FieldChange[];
}

/**
 * Validates, reserves and creates everything that an order asks for. A line whose choice another order takes meanwhile
 * tries its next one. The caller rolls back on any error.
 */
export async function placeOrder(context: OrderToPlace): Promise<PlacedOrder> {
  const { tx, workspace, actor } = context;
  // Takes a share lock, so that concurrent workspace deactivation or a role change waits for the
  // order.
  await lockWorkspaceSharedWithPermission(tx, workspace.id, actor.userId, "instance.create");
  const lines = orderLines(context.body);
  if (lines.every(({ alternatives = [] }) => alternatives.length === 0))
    return placeChoices(context, new Set());
  const taken = new Set<string>();
  for (;;) {
    try {
      // The locks of a failed attempt end with it, so that stock is always locked in one order.
      return await withSavepoint(tx, () => placeChoices(context, taken));
    } catch (error) {
      if (!(error instanceof ChoiceTaken)) throw error;
      taken.add(error.key);
    }
  }
}

/** Another order was faster since the validation. */
class ChoiceTaken extends ValidationError {
  readonly key: string;
  constructor({ body }: OrderContext, { number, choice }: ValidatedLine) {
    const line = orderLines(body)[number - 1];
    const field = line === undefined ? "virtualProduct" : productField(line);
    const soldOut = toFieldProblem(createFieldError("out_of_stock", { left: 0 }));
    super({ [orderLinePath(body, number - 1, field)]: [soldOut] });
    this.key = choiceKey(number - 1, choice);
  }
}

async function placeChoices(context: OrderToPlace, taken: TakenChoices): Promise<PlacedOrder> {
  const { tx, now, workspace, actor } = context;
  const lines = await validateOrder(context, taken);
  await rejectReachedLimits(context, lines);
  await reserveStockOfLines(context, lines);

  const order = {
    id: uuidv7(now),
    workspaceId: workspace.id,
    createdBy: actor.userId,
    tokenId: context.tokenId,
    now,
  };
  const instances = orderedInstances(lines, now);
  await insertOrder(tx, order, lines);
  const inserted = await insertOrderedInstances(tx, order, instances);
  const takenNames = instances
    .map(({ hostname }) => hostname)
    .filter((name) => !inserted.includes(name));
  if (takenNames.length > 0) await rejectTakenNames(context, takenNames);
  await reserveItemsOfLines(context, lines, instances);
  await insertInstanceCredentials(tx, order);
  for (const { number, variant, regionHandle } of lines)
    await createCommands(tx, now, {
      kind: "create",
      definition: findInstanceDefinition("create", variant),
      workspaceId: workspace.id,
      instanceIds: instances.flatMap(({ id, lineNumber }) => (lineNumber === number ? id : [])),
      variant,
      regionHandle,
      requester: context.requester,
      requestId: context.requestId,
    });
  await enqueueAlertCheck(tx, workspace.id, now);
  return { orderId: order.id, instances, lines, changes: describeLines(lines) };
}

const toPlacedLine = ({ choice, regionHandle, product, quantity }: ValidatedLine) => ({
  choice,
  region: regionHandle,
  product: { id: product.id, name: product.name },
  quantity,
  rateMicrosPerHour: product.rateMicrosPerHour,
});

/** Ids follow the order of the lines and their hostnames. */
const orderedInstances = (lines: readonly ValidatedLine[], now: Date): OrderedInstance[] =>
  lines
    .flatMap(({ number, hostnames }) =>
      hostnames.map((hostname) => ({ hostname, lineNumber: number })),
    )
    .map((instance, position) => ({ id: uuidv7(new Date(now.getTime() + position)), ...instance }));

/** Sorted so that two orders for the same products do not deadlock. */
const linesOfVariant = (lines: readonly ValidatedLine[], variant: Variant) => {
  const sortKey = ({ product, regionHandle }: ValidatedLine) => `${product.id} ${regionHandle}`;
  return lines
    .filter((line) => line.variant === variant)
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
};

async function reserveStockOfLines(
  context: OrderContext,
  lines: readonly ValidatedLine[],
): Promise<void> {
  for (const line of linesOfVariant(lines, "virtual_machine")) {
    const { product, regionHandle, quantity } = line;
    if (!(await reserveStock(context.tx, product.id, regionHandle, quantity)))
      throw new ChoiceTaken(context, line);
  }
}

/** Reserves a bare-metal item for each instance. */
async function reserveItemsOfLines(
  context: OrderContext,
  lines: readonly ValidatedLine[],
  instances: readonly OrderedInstance[],
): Promise<void> {
  const { tx, now } = context;
  for (const line of linesOfVariant(lines, "bare_metal")) {
    const ids = instances.flatMap(({ id, lineNumber }) => (lineNumber === line.number ? id : []));
    if (!(await reserveBareMetalItems(tx, now, line.product.id, line.regionHandle, ids)))
      throw new ChoiceTaken(context, line);
  }
}

/** The changes of the activity. Several lines are listed; a rate would not say for which of them. */
function describeLines(lines: readonly ValidatedLine[]): FieldChange[] {
  const [only, ...more] = lines;
  const added = (field: string, to: string | number) => ({ field, from: null, to });
  const distinct = (texts: readonly string[]) => [...new Set(texts)].join(", ");
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  const changes = [
    added("product", distinct(lines.map(({ product }) => product.name))),
    added("region", distinct(lines.map(({ regionHandle }) => regionHandle))),
    added("quantity", quantity),
  ];
  return only === undefined || more.length > 0
    ? changes
    : [...changes, added("rateMicrosPerHour", only.product.rateMicrosPerHour)];
}
