/** The disks of a bare-metal instance, and which of them a reinstallation keeps. */
import type { api } from "#contracts/api.ts";
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import { createFieldError, type FieldProblem } from "#contracts/field-problem.ts";
import type { Handlers } from "../../core/http/handlers.ts";
import { listStoredDisks, type StoredDisk } from "./disks-store.ts";

export const instanceDisksHandlers: Handlers<typeof api.instanceDisks> = {
  list: async ({ tx, instance }) => ({
    disks: (await listStoredDisks(tx, instance)).map(({ serial: _, ...disk }) => disk),
  }),
};

/** Errors of devices that cannot be kept, by field. */
export function checkKeptDisks(
  devices: readonly string[],
  disks: readonly StoredDisk[],
): Record<string, FieldProblem[]> {
  return Object.fromEntries(
    devices.flatMap((device, position): [string, FieldProblem[]][] => {
      const disk = disks.find((each) => each.device === device);
      if (disk !== undefined && !disk.isSystem) return [];
      const problem =
        disk === undefined
          ? toFieldProblem(createFieldError("unknown", { resource: "disk" }))
          : toFieldProblem(createFieldError("system_disk"));
      return [[`keptDisks.${position}`, [problem]]];
    }),
  );
}

/** Serial numbers of the devices, without duplicates. */
export const toKeptSerials = (devices: readonly string[], disks: readonly StoredDisk[]): string[] =>
  disks.filter(({ device }) => devices.includes(device)).map(({ serial }) => serial);
