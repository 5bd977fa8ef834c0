/** Handles an order: validates every field, then inserts instances and commands in the transaction of the request. */
import type { api } from "#contracts/api.ts";
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import type { FieldErrorCode, FieldErrorParams } from "#contracts/field-errors.ts";
import { createFieldError, type FieldError, type FieldProblem } from "#contracts/field-problem.ts";
import { createReason } from "#contracts/problem-reasons.ts";
import { hourlyCents } from "#contracts/rating.ts";
import {
  findOrderableImage,
  findPricedProduct,
  findSnapshotRate,
  findRegionState,
  findStock,
  reserveStock,
  type PricedProduct,
} from "../catalogue/order-lookups.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { projectActions } from "#contracts/actions/projects.ts";
import { createCommands } from "../commands/create-commands.ts";
import { toRequester } from "../commands/requester.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import type { Tx } from "../../core/db/db.ts";
import { ValidationError, ProblemError, fieldError } from "../../core/lib/problem-error.ts";
import type { HandlerResult, HandlerContext } from "../../core/http/handlers.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { lockWorkspaceSharedWithPermission } from "../workspaces/memberships.ts";
import { commandDefinitions } from "./commands/command-definitions.ts";
import { firstBootLength, firstBootMost } from "./first-boot.ts";
import { listInstancesById } from "./store.ts";
import {
  type NamedRow,
  listInstancesByHostname,
  lockCredentialsShared,
  lockProjectShared,
  insertOrderedInstances,
  insertInstanceCredentials,
} from "./order-store.ts";

type OrderEndpoint = typeof api.instances.order;

export async function orderHandler(
  context: HandlerContext<OrderEndpoint>,
): Promise<HandlerResult<OrderEndpoint>> {
  const { tx, now, body, workspace, caller, request, audit } = context;
  // Takes a share lock, so that concurrent workspace deactivation or a role change waits for the
  // order.
  await lockWorkspaceSharedWithPermission(tx, workspace.id, caller.user.id, "instance.create");
  const order = await validateOrder(context);
  if (!(await reserveStock(tx, order.product.id, body.region, body.quantity)))
    throw fieldError("virtualProduct", "out_of_stock", { left: 0 });

  const orderId = uuidv7(now);
  const instances = body.hostname.map((hostname, position) => ({
    id: uuidv7(new Date(now.getTime() + position)),
    hostname,
  }));
  await insertInstances(tx, { context, orderId, instances, order });
  await createCommands(tx, now, {
    kind: "create",
    definition: commandDefinitions.create,
    workspaceId: workspace.id,
    instanceIds: instances.map(({ id }) => id),
    variant: body.selectedInstanceVariant,
    regionHandle: body.region,
    requester: toRequester(caller),
    requestId: request.id,
  });
  audit({
    target: { type: "instance", id: instances[0]?.id ?? orderId, name: body.hostname.join(", ") },
    changes: [
      { field: "product", from: null, to: order.product.name },
      { field: "region", from: null, to: body.region },
      { field: "quantity", from: null, to: body.quantity },
      { field: "rateMicrosPerHour", from: null, to: order.product.rateMicrosPerHour },
    ],
  });
  await context.publish(workspace.id, { topic: "instances", id: null });
  const ids = instances.map(({ id }) => id);
  return { orderId, instances: await listInstancesById(tx, workspace.id, ids, now) };
}

interface ValidatedOrder {
  product: PricedProduct;
  imageId: string;
  /** In request order, which is also the order on the instances. */
  keys: { id: string; publicKey: string }[];
}

async function validateOrder({
  tx,
  body,
  workspace,
  caller,
  now,
}: HandlerContext<OrderEndpoint>): Promise<ValidatedOrder> {
  const errors: Record<string, FieldProblem[]> = {};
  const reject = <C extends FieldErrorCode>(
    field: string,
    error: FieldError<C>,
    existing?: NamedRow,
  ) => void (errors[field] ??= []).push(toFieldProblem(error, existing));
  if (body.selectedInstanceVariant === "bare_metal")
    throw fieldError("bareMetalProduct", "not_offered", { reason: "bare_metal" });
  const productId = body.virtualProduct ?? "";
  const [region, product, stock, image, credentials, project, existing] = await Promise.all([
    findRegionState(tx, body.region),
    findPricedProduct(tx, productId, body.selectedInstanceVariant),
    findStock(tx, productId, body.region),
    findOrderableImage(tx, body.operatingsystem, body.region),
    lockCredentialsShared(tx, workspace.id, body.workspaceCredential),
    body.projectId === undefined ? null : lockProjectShared(tx, workspace.id, body.projectId),
    listInstancesByHostname(tx, workspace.id, body.hostname),
  ]);
  if (project !== null)
    assertNotDenied(actionDenial(toActor(caller), projectActions.orderInto, project, now));
  const unknown = (resource: FieldErrorParams["unknown"]["resource"]) =>
    createFieldError("unknown", { resource });
  const outOfStock = (left: number) => createFieldError("out_of_stock", { left });
  if (region === null) reject("region", unknown("region"));
  else if (!region.reachable) reject("region", createFieldError("unreachable"));
  if (product === null) reject("virtualProduct", unknown("product"));
  else if (region !== null && stock === null)
    reject("virtualProduct", createFieldError("not_offered", { reason: "region" }));
  else if (stock?.free === 0) reject("virtualProduct", outOfStock(0));
  else if (stock !== null && stock.free !== null && stock.free < body.quantity)
    reject("quantity", outOfStock(stock.free));
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
  const keys = body.workspaceCredential.flatMap((id, position) => {
    const key = credentials.find((credential) => credential.id === id);
    const field = `workspaceCredential.${position}`;
    if (key === undefined) reject(field, unknown("credential"));
    else if (body.workspaceCredential.indexOf(id) < position)
      reject(field, createFieldError("duplicate", { resource: "credential" }));
    return key === undefined ? [] : [{ id: key.id, publicKey: key.publicKey }];
  });
  const length = firstBootLength(keys.map(({ publicKey }) => publicKey));
  if (length > firstBootMost) {
    const sizes = { characters: length, maximum: firstBootMost };
    reject("workspaceCredential", createFieldError("too_large", sizes));
  }
  if (body.projectId !== undefined && project === null) reject("projectId", unknown("project"));
  for (const row of existing)
    reject(`hostname.${body.hostname.indexOf(row.name)}`, hostnameTaken, row);
  if (Object.keys(errors).length > 0 || product === null || image === null)
    throw new ValidationError(errors);
  if (product.priceSnapshotId !== body.priceSnapshotId)
    throw await priceChangedProblem(tx, product, body.priceSnapshotId);
  return { product, imageId: image.id, keys };
}

async function priceChangedProblem(
  tx: Tx,
  product: PricedProduct,
  shownSnapshotId: string,
): Promise<ProblemError> {
  const displayed = await findSnapshotRate(tx, shownSnapshotId, product.id);
  const centsPerHour = hourlyCents(product.rateMicrosPerHour);
  const before = displayed === null ? {} : { before: hourlyCents(displayed.rateMicrosPerHour) };
  return new ProblemError("price_changed", {
    reason: createReason("price_is_now", { centsPerHour, ...before }),
  });
}

const hostnameTaken = createFieldError("taken", { resource: "instance" });

async function namesTaken(
  tx: Tx,
  workspaceId: string,
  hostnames: readonly string[],
  lost: readonly string[],
): Promise<ValidationError> {
  const holders = await listInstancesByHostname(tx, workspaceId, lost);
  const problems = lost.map((hostname) => {
    const existing = holders.find(({ name }) => name === hostname);
    const problem = toFieldProblem(hostnameTaken, existing);
    return [`hostname.${hostnames.indexOf(hostname)}`, [problem]] as const;
  });
  return new ValidationError(Object.fromEntries(problems));
}

/** Inserts the instances. Rejects hostnames that were taken since the check. */
async function insertInstances(
  tx: Tx,
  {
    context,
    orderId,
    instances,
    order,
  }: {
    context: HandlerContext<OrderEndpoint>;
    orderId: string;
    instances: { id: string; hostname: string }[];
    order: ValidatedOrder;
  },
): Promise<void> {
  const { body, workspace, caller, now } = context;
  const inserted = await insertOrderedInstances(tx, {
    workspaceId: workspace.id,
    projectId: body.projectId ?? null,
    orderId,
    variant: body.selectedInstanceVariant,
    regionHandle: body.region,
    product: order.product,
    imageId: order.imageId,
    publicKeys: order.keys.map(({ publicKey }) => publicKey),
    createdBy: caller.user.id,
    instances,
    now,
  });
  const lost = body.hostname.filter((hostname) => !inserted.includes(hostname));
  if (lost.length > 0) throw await namesTaken(tx, workspace.id, body.hostname, lost);
  await insertInstanceCredentials(tx, {
    workspaceId: workspace.id,
    instanceIds: instances.map(({ id }) => id),
    credentialIds: order.keys.map(({ id }) => id),
  });
}
