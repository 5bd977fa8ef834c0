/** Handles a reinstallation: the image and the keys are checked and saved, and the command is created. */
import type { api } from "#contracts/api.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { instanceActions } from "#contracts/actions/instances.ts";
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import type { FieldErrorCode } from "#contracts/field-errors.ts";
import { createFieldError, type FieldError, type FieldProblem } from "#contracts/field-problem.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import type { HandlerContext, HandlerResult } from "../../core/http/handlers.ts";
import { actionNotPossible, ProblemError, ValidationError } from "../../core/lib/problem-error.ts";
import { findOrderableImage } from "../catalogue/order-lookups.ts";
import {
  createCommands,
  isCommandOpen,
  publishInstanceChanged,
} from "../commands/create-commands.ts";
import { toRequester } from "../commands/requester.ts";
import { findInstanceDefinition } from "./commands/command-definitions.ts";
import { firstBootLength, firstBootMost } from "./first-boot.ts";
import { listStoredDisks } from "./disks-store.ts";
import { checkKeptDisks, toKeptSerials } from "./kept-disks.ts";
import { lockCredentialsShared } from "./order-store.ts";
import {
  findReinstalledInstance,
  type ReinstalledInstance,
  replaceInstanceKeys,
  setReinstalling,
} from "./reinstall-store.ts";
import { type InstanceRow, listInstancesById, lockInstance } from "./store.ts";

type Context = HandlerContext<typeof api.instances.reinstall>;

export async function reinstallHandler(
  context: Context,
): Promise<HandlerResult<typeof api.instances.reinstall>> {
  const { tx, now, caller, request, audit, body } = context;
  const row = await lockInstance(tx, context.instance);
  assertNotDenied(actionDenial(toActor(caller), instanceActions.reinstall, row, now));
  if (await isCommandOpen(tx, row)) throw actionNotPossible("operation_in_progress");
  const before = await findReinstalledInstance(tx, row);
  const keptDisks = body.keptDisks ?? [];
  const disks = await listStoredDisks(tx, row);
  const imageId = body.operatingsystem ?? before.imageId;
  const problems: Record<string, FieldProblem[]> = {
    ...(await checkImage(context, row, imageId, before)),
    ...(await checkKeys(context, row, before.userData)),
    ...checkKeptDisks(keptDisks, disks),
  };
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  const { imageName } = await setReinstalling(tx, row, {
    imageId,
    keptSerials: toKeptSerials(keptDisks, disks),
    now,
  });
  if (body.workspaceCredential !== undefined)
    await replaceInstanceKeys(tx, row, body.workspaceCredential);
  await createCommands(tx, now, {
    kind: "reinstall",
    definition: findInstanceDefinition("reinstall", row.variant),
    workspaceId: row.workspaceId,
    instanceIds: [row.id],
    variant: row.variant,
    regionHandle: row.regionHandle,
    requester: toRequester(caller),
    requestId: request.id,
  });
  audit({
    target: { type: "instance", id: row.id, name: row.hostname },
    changes: [
      { field: "image", from: before.imageName, to: imageName },
      ...(keptDisks.length === 0
        ? []
        : [{ field: "keptDisks", from: null, to: keptDisks.join(", ") }]),
    ],
  });
  await publishInstanceChanged(tx, row);
  const [instance] = await listInstancesById(tx, row.workspaceId, [row.id], now);
  if (instance === undefined) throw new ProblemError("not_found");
  return instance;
}

const problem = <C extends FieldErrorCode>(field: string, error: FieldError<C>) => ({
  [field]: [toFieldProblem(error)],
});

async function checkImage(
  { tx }: Context,
  { regionHandle, variant }: InstanceRow,
  imageId: string,
  { imageId: present, isInstallable, diskGb, memoryGb }: ReinstalledInstance,
): Promise<Record<string, FieldProblem[]>> {
  if (imageId === present)
    return isInstallable
      ? {}
      : problem("operatingsystem", createFieldError("unusable", { reason: "region" }));
  const image = await findOrderableImage(tx, imageId, regionHandle, variant);
  if (image === null)
    return problem("operatingsystem", createFieldError("unknown", { resource: "image" }));
  if (!image.inRegion)
    return problem("operatingsystem", createFieldError("unusable", { reason: "region" }));
  const needed = { diskGb: image.minDiskGb, memoryMb: image.minMemoryMb };
  return diskGb < needed.diskGb || memoryGb * 1024 < needed.memoryMb
    ? problem("operatingsystem", createFieldError("unusable", { reason: "size", ...needed }))
    : {};
}

async function checkKeys(
  { tx, body }: Context,
  { workspaceId }: InstanceRow,
  userData: string | null,
): Promise<Record<string, FieldProblem[]>> {
  const ids = body.workspaceCredential ?? [];
  const keys = await lockCredentialsShared(tx, workspaceId, ids);
  const unknown = createFieldError("unknown", { resource: "credential" });
  const duplicate = createFieldError("duplicate", { resource: "credential" });
  const entries = ids.flatMap((id, position): [string, FieldProblem[]][] => {
    const field = `workspaceCredential.${position}`;
    if (!keys.some((key) => key.id === id)) return [[field, [toFieldProblem(unknown)]]];
    return ids.indexOf(id) < position ? [[field, [toFieldProblem(duplicate)]]] : [];
  });
  const characters = firstBootLength(
    keys.map(({ publicKey }) => publicKey),
    userData,
  );
  if (characters > firstBootMost)
    entries.push([
      "workspaceCredential",
      [toFieldProblem(createFieldError("too_large", { characters, maximum: firstBootMost }))],
    ]);
  return Object.fromEntries(entries);
}
