/** What staff may do with an image of the catalog. */
import { type AdminImageRow, images } from "../images.ts";
import { createReason } from "../problem-reasons.ts";
import { type Action, defineAction, type StateDenial } from "./action.ts";

type ImageSubject = Pick<AdminImageRow, "status" | "isDefault">;

const deletedDenial = ({ status }: ImageSubject): StateDenial | null =>
  status === "deleted" ? createReason("image_is_deleted") : null;

/** Otherwise the family would suggest an image that nobody can order. */
const defaultDenial = ({ isDefault }: ImageSubject): StateDenial | null =>
  isDefault ? { ...createReason("image_is_default"), problem: "cannot_delete_default" } : null;

export const imageActions = {
  edit: defineAction<ImageSubject>(images.update, { unavailable: deletedDenial }),
  makeDefault: defineAction<ImageSubject>(images.update, {
    unavailable: (image) => {
      if (image.isDefault) return { ...createReason("image_has_state"), isRepeat: true };
      return image.status === "active" ? null : createReason("image_not_active");
    },
  }),
  activate: defineAction<ImageSubject>(images.activate, {
    unavailable: (image) =>
      image.status === "active"
        ? { ...createReason("image_has_state"), isRepeat: true }
        : deletedDenial(image),
  }),
  deactivate: defineAction<ImageSubject>(images.deactivate, {
    unavailable: (image) =>
      image.status === "inactive"
        ? { ...createReason("image_has_state"), isRepeat: true }
        : (deletedDenial(image) ?? defaultDenial(image)),
  }),
  remove: defineAction<ImageSubject>(images.remove, {
    unavailable: (image) =>
      image.status === "deleted"
        ? { ...createReason("image_is_deleted"), isRepeat: true }
        : defaultDenial(image),
  }),
  restore: defineAction<ImageSubject>(images.restore, {
    unavailable: ({ status }) =>
      status === "deleted" ? null : { ...createReason("image_not_deleted"), isRepeat: true },
  }),
} satisfies Record<string, Action<ImageSubject>>;
