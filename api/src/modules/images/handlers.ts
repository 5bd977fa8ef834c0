/** Handlers of the images of the catalog, for staff. */
import { actionDenial } from "#contracts/actions/action.ts";
import { imageActions } from "#contracts/actions/images.ts";
import type { AdminImage, ImageRegion, images } from "#contracts/images.ts";
import type { FieldChange } from "../../core/audit/audit.ts";
import type { Tx } from "../../core/db/db.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import {
  type HandlerContext,
  type Handlers,
  preparedHandler,
  systemHandler,
  systemListHandler,
} from "../../core/http/handlers.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { actionNotPossible, fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import type { ProviderRegions } from "../../ports/regions.ts";
import { type CheckedChoice, checkChoices, foundId } from "./region-images.ts";
import { type StatusChange, statusAfter } from "../catalogue/status-change.ts";
import {
  clearDefault,
  findImage,
  findImageConflict,
  imagesQuery,
  insertImage,
  listFamilies,
  listRegionHandles,
  lockImage,
  lockImageNames,
  saveRegionChoice,
  setImageStatus,
  touchImage,
  updateImage,
} from "./store.ts";

const systemReason = "images belong to no tenant";

async function requireImage(tx: Tx, id: string): Promise<AdminImage> {
  const image = await findImage(tx, id);
  if (image === null) throw new ProblemError("not_found");
  return image;
}

async function lockOrThrow(tx: Tx, id: string): Promise<AdminImage> {
  if (!(await lockImage(tx, id))) throw new ProblemError("not_found");
  return requireImage(tx, id);
}

const targetOf = ({ id, name }: Pick<AdminImage, "id" | "name">) => ({ type: "image", id, name });

async function assertNamesFree(
  tx: Tx,
  image: Pick<AdminImage, "id" | "family" | "name" | "version">,
): Promise<void> {
  const conflict = await findImageConflict(tx, image);
  if (conflict === null) return;
  throw conflict.sameName
    ? fieldError("name", "taken", { resource: "image_name" })
    : fieldError("version", "taken", { resource: "image_version" });
}

/** A region as one value of the activity: `lulea: name`, `lulea: none` or `lulea: <id>`. */
const choiceText = ({
  regionHandle,
  source,
  glanceId,
}: Pick<ImageRegion, "regionHandle" | "source" | "glanceId">) =>
  `${regionHandle}: ${source === "id" ? glanceId : source}`;

/** Saves the choices and returns what changed. */
async function saveChoices(
  tx: Tx,
  { id, name, regions }: Pick<AdminImage, "id" | "name" | "regions">,
  choices: readonly CheckedChoice[],
): Promise<FieldChange[]> {
  if (choices.length === 0) return [];
  const known = await listRegionHandles(tx);
  for (const [index, choice] of choices.entries()) {
    if (!known.includes(choice.regionHandle))
      throw fieldError(`regions.${index}.regionHandle`, "unknown", { resource: "region" });
    await saveRegionChoice(tx, id, { ...choice, foundId: foundId(choice, name) });
  }
  return choices.flatMap((choice) => {
    const before = regions.find(({ regionHandle }) => regionHandle === choice.regionHandle);
    const from = before === undefined ? null : choiceText(before);
    const to = choiceText(choice);
    return from === to ? [] : [{ field: "glanceImage", from, to }];
  });
}

const createHandler = (regions: ProviderRegions) =>
  preparedHandler<typeof images.create>(systemReason, async ({ body }) => {
    const choices = await checkChoices(regions, body.regions);
    return async ({ tx, now, audit }) => {
      const { regions: _, ...fields } = body;
      const id = uuidv7(now);
      await lockImageNames(tx);
      await assertNamesFree(tx, { ...fields, id });
      await insertImage(tx, id, fields, now);
      const changes = await saveChoices(tx, await requireImage(tx, id), choices);
      audit({
        target: targetOf({ id, name: fields.name }),
        changes: [
          { field: "family", from: null, to: fields.family },
          { field: "version", from: null, to: fields.version },
          ...changes.map((change) => ({ ...change, from: null })),
        ],
      });
      return requireImage(tx, id);
    };
  });

const textFields = [
  "family",
  "name",
  "version",
  "architecture",
  "minDiskGb",
  "minMemoryMb",
  "defaultUser",
  "endOfLife",
  "supportsSecurityKeys",
  "isDefault",
] as const;

async function update(
  context: HandlerContext<typeof images.update>,
  choices: readonly CheckedChoice[],
): Promise<AdminImage> {
  const { tx, now, path, body, caller, audit } = context;
  await lockImageNames(tx);
  const image = await lockOrThrow(tx, path.image);
  const actor = toActor(caller);
  assertNotDenied(actionDenial(actor, imageActions.edit, image, now));
  if (body.isDefault === true)
    assertNotDenied(actionDenial(actor, imageActions.makeDefault, image, now));
  const { regions: _, ...given } = body;
  const to: AdminImage = {
    ...image,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
  // Its family would be left without a default by a side effect, and the new one may have another.
  if (to.family !== image.family && image.isDefault && body.isDefault !== false)
    throw actionNotPossible("image_is_default");
  await assertNamesFree(tx, to);
  const changes: FieldChange[] = textFields
    .filter((field) => to[field] !== image[field])
    .map((field) => ({ field, from: image[field], to: to[field] }));
  if (changes.length > 0) {
    if (to.isDefault) await clearDefault(tx, to, now);
    await updateImage(tx, to, now);
  }
  const regionChanges = await saveChoices(tx, to, choices);
  if (regionChanges.length > 0) await touchImage(tx, image.id, now);
  audit({ target: targetOf(to), changes: [...changes, ...regionChanges] });
  return requireImage(tx, image.id);
}

const updateHandler = (regions: ProviderRegions) =>
  preparedHandler<typeof images.update>(systemReason, async ({ body }) => {
    const choices = await checkChoices(regions, body.regions ?? []);
    return (context) => update(context, choices);
  });

type ChangeContext = Pick<
  HandlerContext<(typeof images)[StatusChange]>,
  "tx" | "now" | "path" | "caller" | "audit"
>;

/** A repeated request changes nothing and succeeds. */
async function changeStatus(
  { tx, now, path, caller, audit }: ChangeContext,
  change: StatusChange,
): Promise<AdminImage> {
  await lockImageNames(tx);
  const image = await lockOrThrow(tx, path.image);
  const denial = actionDenial(toActor(caller), imageActions[change], image, now);
  assertNotDenied(denial);
  audit({ target: targetOf(image) });
  if (denial !== null) return image;
  // Another image may have taken its place meanwhile.
  if (change === "restore" && (await findImageConflict(tx, image)) !== null)
    throw actionNotPossible("image_name_is_taken");
  const status = statusAfter[change];
  audit({ changes: [{ field: "status", from: image.status, to: status }] });
  await setImageStatus(tx, image.id, status, now);
  return requireImage(tx, image.id);
}

export const imagesHandlers = ({
  regions,
}: {
  readonly regions: ProviderRegions;
}): Handlers<typeof images> => ({
  list: systemListHandler(systemReason, ({ query }) => imagesQuery(query)),
  families: systemHandler(systemReason, async ({ tx }) => ({ data: await listFamilies(tx) })),
  view: systemHandler(systemReason, ({ tx, path }) => requireImage(tx, path.image)),
  create: createHandler(regions),
  update: updateHandler(regions),
  activate: systemHandler(systemReason, (context) => changeStatus(context, "activate")),
  deactivate: systemHandler(systemReason, (context) => changeStatus(context, "deactivate")),
  restore: systemHandler(systemReason, (context) => changeStatus(context, "restore")),
  remove: systemHandler(systemReason, async (context) => {
    await changeStatus(context, "remove");
    return null;
  }),
});
