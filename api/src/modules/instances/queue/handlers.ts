/** Handlers of waiting orders: list, create, cancel. start-queued-orders.ts starts them. */
import type { api } from "#contracts/api.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { queueActions } from "#contracts/actions/queue.ts";
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import { createFieldError, type FieldProblem } from "#contracts/field-problem.ts";
import { maxQueueDays, maxWaitingOrders } from "#contracts/queue.ts";
import {
  assertNotDenied,
  registerObjectLoader,
  toActor,
} from "../../../core/http/authorization.ts";
import { type HandlerContext, type Handlers, listHandler } from "../../../core/http/handlers.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import { fieldError, ValidationError } from "../../../core/lib/problem-error.ts";
import { findPricedProduct } from "../../catalogue/order-lookups.ts";
import { lockWorkspaceSharedWithPermission } from "../../workspaces/memberships.ts";
import { lockProjectsShared } from "../order-store.ts";
import { validateOrder } from "../validate-order.ts";
import { enqueueQueueStart } from "./queue-start.ts";
import {
  countWaitingOrders,
  endQueuedOrder,
  findQueuedOrder,
  getQueuedOrder,
  insertQueuedOrder,
  listWaitingNames,
  lockQueuedOrder,
  lockWaitingOrders,
  queuedOrdersQuery,
  type QueueChoice,
  type QueuedOrderRow,
} from "./store.ts";
import { toOrderLine } from "./to-order-line.ts";

declare module "../../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    queuedOrder: QueuedOrderRow;
  }
}
registerObjectLoader("queuedOrder", {
  find: findQueuedOrder,
  ownerId: (row) => row.createdBy.id,
});

type CreateContext = HandlerContext<typeof api.queue.create>;
const dayMs = 86_400_000;
/** Placeholder for a product without a price, which the validation rejects. */
const nilSnapshotId = "00000000-0000-0000-0000-000000000000";

export const queueHandlers: Handlers<typeof api.queue> = {
  list: listHandler(({ query }) => queuedOrdersQuery(query)),

  create: async (context) => {
    const { tx, now, workspace, caller, body, audit } = context;
    await lockWorkspaceSharedWithPermission(tx, workspace.id, caller.user.id, "instance.create");
    const expiresAt = new Date(body.expiresAt);
    checkExpiry(expiresAt, now);
    await validateChoices(context);
    await lockWaitingOrders(tx, workspace.id);
    await checkNames(context);
    if ((await countWaitingOrders(tx, workspace.id)) >= maxWaitingOrders)
      throw fieldError("choices", "too_many_waiting", { maximum: maxWaitingOrders });
    const id = uuidv7(now);
    await insertQueuedOrder(tx, {
      id,
      workspaceId: workspace.id,
      createdBy: caller.user.id,
      tokenId: caller.session === null ? caller.token.id : null,
      now,
      expiresAt,
      maxRateMicrosPerHour: body.maxRateMicrosPerHour,
      variant: body.selectedInstanceVariant,
      choices: body.choices,
      imageId: body.operatingsystem,
      projectId: await findProjectId(context),
      hostnames: body.hostname,
      credentialIds: body.workspaceCredential,
      userData: body.userData ?? null,
    });
    audit({
      target: { type: "queued_order", id, name: body.hostname.join(", ") },
      changes: [
        { field: "maxRateMicrosPerHour", from: null, to: body.maxRateMicrosPerHour },
        { field: "expiresAt", from: null, to: expiresAt.toISOString() },
      ],
    });
    await enqueueQueueStart(tx, now);
    await context.publish(workspace.id, { topic: "instances", id: null });
    return getQueuedOrder(tx, id);
  },

  cancel: async ({ tx, now, caller, workspace, queuedOrder, audit, publish }) => {
    const row = await lockQueuedOrder(tx, queuedOrder);
    assertNotDenied(actionDenial(toActor(caller), queueActions.cancel, row, now));
    const order = await getQueuedOrder(tx, row.id);
    audit({ target: { type: "queued_order", id: row.id, name: order.hostname.join(", ") } });
    if (row.status === "cancelled") return order;
    const end = { status: "cancelled", reason: null, orderId: null } as const;
    await endQueuedOrder(tx, row.id, end, now);
    await publish(workspace.id, { topic: "instances", id: null });
    return getQueuedOrder(tx, row.id);
  },
};

function checkExpiry(expiresAt: Date, now: Date): void {
  const days = (expiresAt.getTime() - now.getTime()) / dayMs;
  if (days <= 0 || days > maxQueueDays)
    throw fieldError("expiresAt", "expiry_range", { days: maxQueueDays });
}

/** The project of the body; the default project without one, and null where the caller does not see it. */
async function findProjectId({ tx, workspace, body }: CreateContext): Promise<string | null> {
  if (body.projectId !== undefined) return body.projectId;
  const projects = await lockProjectsShared(tx, workspace.id, []);
  return projects.find(({ isDefault }) => isDefault)?.id ?? null;
}

/** Names that another waiting order will take. Names of instances are checked with the choices. */
async function checkNames({ tx, workspace, body }: CreateContext): Promise<void> {
  const waiting = await listWaitingNames(tx, workspace.id, body.hostname);
  const errors = body.hostname.flatMap((name, position) =>
    waiting.includes(name)
      ? [
          [
            `hostname.${position}`,
            [toFieldProblem(createFieldError("taken", { resource: "instance" }))],
          ],
        ]
      : [],
  );
  if (errors.length > 0) throw new ValidationError(Object.fromEntries(errors));
}

/** What a waiting order may lack at first. */
const isWaitedFor = ({ code }: FieldProblem) =>
  code === "out_of_stock" || code === "unreachable" || code === "price_changed";

/** Validates each choice as an order, except for what it waits for. */
async function validateChoices(context: CreateContext): Promise<void> {
  const errors: Record<string, readonly FieldProblem[]> = {};
  for (const [position, choice] of context.body.choices.entries())
    for (const [path, problems] of Object.entries(await errorsOfChoice(context, choice))) {
      const lasting = problems.filter((problem) => !isWaitedFor(problem));
      if (lasting.length > 0) errors[pathOfChoice(path, position)] ??= lasting;
    }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

async function errorsOfChoice(
  { tx, now, workspace, caller, body }: CreateContext,
  choice: QueueChoice,
): Promise<ValidationError["errors"]> {
  const variant = body.selectedInstanceVariant;
  const product = await findPricedProduct(tx, choice.product, variant, now);
  const order = toOrderLine({
    variant,
    choice,
    priceSnapshotId: product?.priceSnapshotId ?? nilSnapshotId,
    imageId: body.operatingsystem,
    projectId: body.projectId ?? null,
    hostnames: body.hostname,
    credentialIds: body.workspaceCredential,
    userData: body.userData ?? null,
  });
  try {
    await validateOrder({ tx, now, workspace, actor: toActor(caller), body: order });
    return {};
  } catch (error) {
    if (error instanceof ValidationError) return error.errors;
    throw error;
  }
}

const pathOfChoice = (path: string, position: number): string =>
  path === "virtualProduct" || path === "bareMetalProduct"
    ? `choices.${position}.product`
    : path === "region"
      ? `choices.${position}.region`
      : path;
