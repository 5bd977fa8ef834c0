/** The differences between two states of maintenance, as audit changes. */
import type { Maintenance } from "#contracts/maintenance.ts";
import type { FieldChange } from "../../core/audit/audit.ts";

const differing = (field: string, from: unknown, to: unknown): FieldChange[] =>
  from === to ? [] : [{ field, from, to }];

export const maintenanceChanges = (from: Maintenance, to: Maintenance): FieldChange[] => [
  ...differing("maintenance", from.startedAt !== null, to.startedAt !== null),
  ...differing("message", from.message, to.message),
];

export function announcementChanges(from: Maintenance, to: Maintenance): FieldChange[] {
  const [before, after] = [from.announcement, to.announcement];
  return [
    ...differing("startsAt", before?.startsAt ?? null, after?.startsAt ?? null),
    ...differing("expectedEndAt", before?.expectedEndAt ?? null, after?.expectedEndAt ?? null),
    ...differing("message", before?.message ?? null, after?.message ?? null),
  ];
}
