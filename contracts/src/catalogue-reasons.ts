/** Reasons of problems about the catalog: bare-metal items, products, images and volume types. None has parameters. */
const noParams = {};

export const catalogueReasonParams = {
  item_is_in_use: noParams,
  item_is_erasing: noParams,
  item_is_retired: noParams,
  item_has_state: noParams,
  item_not_erased: noParams,
  item_is_erased: noParams,
  product_is_deleted: noParams,
  product_has_state: noParams,
  product_no_price: noParams,
  price_holds_already: noParams,

  image_is_deleted: noParams,
  image_not_deleted: noParams,
  image_has_state: noParams,
  image_not_active: noParams,
  image_name_is_taken: noParams,
  /** With `cannot_delete_default`. */
  image_is_default: noParams,
  volume_product_is_deleted: noParams,
  volume_product_not_deleted: noParams,
  volume_product_has_state: noParams,
  volume_product_no_price: noParams,
  volume_type_missing: noParams,
} as const;

export const catalogueReasonMessages: Readonly<
  Record<keyof typeof catalogueReasonParams, () => string>
> = {
  item_is_in_use: () => "An instance reserves or uses the item",
  item_is_erasing: () => "The disks of the item are being erased",
  item_is_retired: () => "The item is retired",
  item_has_state: () => "The item already has this state",
  item_not_erased: () => "The disks still hold data of a customer. Erase them first",
  item_is_erased: () => "The disks hold no data of a customer",
  product_is_deleted: () => "The product is deleted",
  product_has_state: () => "The product already has this state",
  product_no_price: () => "Set a price first",
  price_holds_already: () => "Only a price that doesn't hold yet can be canceled",

  image_is_deleted: () => "The image is deleted. Restore it first",
  image_not_deleted: () => "The image isn't deleted",
  image_has_state: () => "The image already has this state",
  image_not_active: () => "Only an active image can be the default",
  image_name_is_taken: () => "Another image has its name or its version now",
  image_is_default: () => "It is the default of its family. Make another image the default first",
  volume_product_is_deleted: () => "The volume type is deleted. Restore it first",
  volume_product_not_deleted: () => "The volume type isn't deleted",
  volume_product_has_state: () => "The volume type already has this state",
  volume_product_no_price: () => "Set a price first",
  volume_type_missing: () => "The region no longer has this volume type",
};
