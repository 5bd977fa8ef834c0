/** Server actions: start, stop, reboot, console output. */
import { z } from "zod";
import type { EmulatorResponse } from "../lib/routes.ts";
import { visibleImages } from "./glance.ts";
import { findServer, isResponse, type ServersContext } from "./nova-servers.ts";
import { badRequest, conflict } from "./nova-versions.ts";
import type { ServerRow, Step } from "./records.ts";

const Reboot = z.object({ type: z.enum(["SOFT", "HARD", "soft", "hard"]) });
const Rebuild = z.object({ imageRef: z.string(), user_data: z.string().max(65_535).optional() });
const Console = z
  .object({
    length: z
      .union([
        z.int(),
        z
          .string()
          .regex(/^-?\d+$/)
          .transform(Number),
      ])
      .nullish(),
  })
  .nullish();

export function performAction(context: ServersContext, id: string | undefined): EmulatorResponse {
  const row = findServer(context, id);
  if (isResponse(row)) return row;
  const body = z.record(z.string(), z.unknown()).safeParse(context.request.body);
  const [name, argument] = Object.entries(body.data ?? {})[0] ?? [];
  switch (name) {
    case "os-start":
      return start(context, row);
    case "os-stop":
      return stop(context, row);
    case "reboot":
      return reboot(context, row, argument);
    case "rebuild":
      return rebuild(context, row, argument);
    case "os-getConsoleOutput":
      return consoleOutput(row, argument);
    default:
      return badRequest(`There is no such action: ${name}`);
  }
}

/** Nova uses the same error message for every action that the server's state does not allow. */
function invalidStateError(
  row: ServerRow,
  verb: string,
  allowed: ServerRow["vmState"][],
): EmulatorResponse | null {
  const cannot = `Cannot '${verb}' instance ${row.id} while it is in`;
  if (!allowed.includes(row.vmState)) return conflict(`${cannot} vm_state ${row.vmState}`);
  if (row.taskState !== null) return conflict(`${cannot} task_state ${row.taskState}`);
  return null;
}

function neverBooted(row: ServerRow): EmulatorResponse | null {
  return row.launchedAtMs === null ? conflict(`Instance ${row.id} is not ready`) : null;
}

function acceptAction(
  context: ServersContext,
  row: ServerRow,
  action: string,
  taskState: string,
  steps: Step[],
): EmulatorResponse {
  row.actions.push({
    action,
    requestId: context.request.requestId,
    userId: context.caller.userId,
    startedAtMs: context.state.nowMs(),
    finishedAtMs: null,
    result: null,
  });
  context.state.request(row, taskState, steps);
  return { status: 202 };
}

function start(context: ServersContext, row: ServerRow): EmulatorResponse {
  const problem = neverBooted(row) ?? invalidStateError(row, "start", ["stopped"]);
  if (problem !== null) return problem;
  const dueAtMs = context.state.nowMs() + context.timings.startMs;
  return acceptAction(context, row, "start", "powering-on", [
    { dueAtMs, vmState: "active", taskState: null },
  ]);
}

function stop(context: ServersContext, row: ServerRow): EmulatorResponse {
  const problem = neverBooted(row) ?? invalidStateError(row, "stop", ["active", "error"]);
  if (problem !== null) return problem;
  const dueAtMs = context.state.nowMs() + context.timings.stopMs;
  return acceptAction(context, row, "stop", "powering-off", [
    { dueAtMs, vmState: "stopped", taskState: null },
  ]);
}

function reboot(context: ServersContext, row: ServerRow, argument: unknown): EmulatorResponse {
  const parsed = Reboot.safeParse(argument);
  if (!parsed.success) return badRequest("Invalid input for field/attribute type.");
  const hard = parsed.data.type.toUpperCase() === "HARD";
  const problem = invalidStateError(
    row,
    "reboot",
    hard ? ["active", "stopped", "paused", "suspended", "error"] : ["active"],
  );
  if (problem !== null) return problem;
  const { timings, state } = context;
  const dueAtMs = state.nowMs() + (hard ? timings.hardRebootMs : timings.rebootMs);
  const done: Step = { dueAtMs, vmState: "active", taskState: null };
  return acceptAction(context, row, "reboot", hard ? "rebooting_hard" : "rebooting", [done]);
}

/** A server that is off is off afterwards. `user_data` needs microversion 2.57. */
function rebuild(context: ServersContext, row: ServerRow, argument: unknown): EmulatorResponse {
  const parsed = Rebuild.safeParse(argument);
  if (!parsed.success || (parsed.data.user_data !== undefined && context.minor < 57))
    return badRequest("Invalid input for field/attribute rebuild.");
  const { imageRef, user_data: userData } = parsed.data;
  const isKnown = visibleImages(context.region, context.state).some(
    ({ image }) => image.id === imageRef,
  );
  if (!isKnown) return badRequest(`Image ${imageRef} could not be found.`);
  const problem = invalidStateError(row, "rebuild", ["active", "stopped", "error"]);
  if (problem !== null) return problem;
  row.imageId = imageRef;
  if (userData !== undefined) row.userData = userData;
  row.boots += 1;
  const dueAtMs = context.state.nowMs() + context.timings.spawnMs;
  const vmState = row.vmState === "stopped" ? "stopped" : "active";
  const isFailing = row.name.includes("rebuild-error");
  return acceptAction(context, row, "rebuild", "rebuilding", [
    { dueAtMs, vmState: isFailing ? "error" : vmState, taskState: null },
  ]);
}

function consoleOutput(row: ServerRow, argument: unknown): EmulatorResponse {
  const parsed = Console.safeParse(argument);
  if (!parsed.success) return badRequest("Invalid input for field/attribute length.");
  const problem = neverBooted(row);
  if (problem !== null) return problem;
  const lines = bootLog(row);
  const length = parsed.data?.length ?? lines.length;
  return {
    status: 200,
    body: { output: (length < 0 ? lines : length === 0 ? [] : lines.slice(-length)).join("\n") },
  };
}

/** The console output of all boots in order, as a serial console records it. */
export function bootLog(row: ServerRow): string[] {
  const boot = [
    "[    0.000000] Linux version 6.8.0-generic (gcc 13) #1 SMP PREEMPT_DYNAMIC",
    "[    0.000000] Command line: root=LABEL=rootfs ro console=tty1 console=ttyS0",
    "[    0.412331] KVM guest detected, paravirtual clock in use",
    "[    1.208114] virtio_blk virtio1: [vda] ready",
    "[    2.019477] systemd[1]: Hostname set to <localhost>.",
    `[    4.655302] cloud-init[612]: setting hostname to ${row.name}`,
    "[    5.102940] cloud-init[612]: authorized keys written for the default user",
    "[    6.377015] cloud-init[748]: finished, datasource OpenStack",
    `${row.name} login: `,
  ];
  return Array.from({ length: row.boots }, () => boot).flat();
}
