/** The changed fields of all features, collected by file name. Loaded with the changes table only. */
import { generalChangedFields } from "./general-changed-fields.ts";
import type { ChangedField, ChangedFields } from "./shared/feature-activity.ts";

const ofFeatures = Object.values(
  import.meta.glob<ChangedFields>("../*/changed-fields.ts", {
    eager: true,
    import: "changedFields",
  }),
);
const fields = new Map(
  [generalChangedFields, ...ofFeatures].flatMap((declared) => Object.entries(declared)),
);

/** Returns null for a field that no feature declares. */
export function findChangedField(action: string, field: string): ChangedField | null {
  const [resource] = action.split(".");
  return fields.get(`${resource}.${field}`) ?? fields.get(field) ?? null;
}
