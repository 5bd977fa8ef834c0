/** Why a workspace is suspended. `overdue`: an invoice is unpaid; `staff`: with a note of the staff. */
export const suspensionReasons = ["overdue", "staff"] as const;
export type SuspensionReason = (typeof suspensionReasons)[number];
