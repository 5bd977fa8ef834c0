import type { Instance, InstanceLog, InstanceStatus } from "../../src/boreal.ts";
import type { Command } from "../command.ts";
import type { CommandContext } from "../context.ts";
import { formatDuration, formatUsd, formatRate, formatTime, humanize } from "../format.ts";
import { resolveInstanceId, resolveProjectId } from "../resolve-ids.ts";
import type { Column } from "../table.ts";
import { listOptions, listQuery, printList } from "./list-options.ts";

const colours: Partial<Record<InstanceStatus, "green" | "red" | "yellow">> = {
  active: "green",
  error: "red",
  unknown: "red",
  pending: "yellow",
  building: "yellow",
  rebooting: "yellow",
  terminating: "yellow",
};

export const formatStatus = ({
  status,
  statusReason,
}: Pick<Instance, "status" | "statusReason">) =>
  statusReason === null ? status : `${status} (${humanize(statusReason)})`;

export const instanceColumns = ({ paint }: CommandContext): readonly Column<Instance>[] => [
  { title: "HOSTNAME", text: ({ hostname }) => hostname, isNeverTruncated: true },
  {
    title: "STATUS",
    text: formatStatus,
    paint: ({ status }, shown) => {
      const colour = colours[status];
      return colour === undefined ? shown : paint(colour, shown);
    },
  },
  { title: "PRODUCT", text: ({ product }) => product.name },
  { title: "REGION", text: ({ region }) => region.handle },
  { title: "PUBLIC IP", text: ({ publicIp }) => publicIp ?? "-", isNeverTruncated: true },
  { title: "NAME", text: ({ displayName }) => displayName ?? "-", isExtra: true },
  { title: "PROJECT", text: ({ project }) => project?.name ?? "-", isExtra: true },
  { title: "COST SO FAR", text: ({ costSoFar }) => formatUsd(costSoFar), isNumber: true },
];

const idColumn: Column<Instance> = { title: "ID", text: ({ id }) => id, isNeverTruncated: true };

export const instanceDetails = (instance: Instance, { details }: CommandContext): string =>
  details([
    ["Hostname", instance.hostname],
    ["Display name", instance.displayName],
    ["ID", instance.id],
    ["Status", formatStatus(instance)],
    ["Product", instance.product.name],
    ["Region", `${instance.region.name} (${instance.region.handle})`],
    ["Image", `${instance.image.name}, user ${instance.image.defaultUser}`],
    ["Project", instance.project?.name ?? null],
    ["Key", instance.credential?.name ?? null],
    ["Public IP", instance.publicIp],
    ["Private IP", instance.privateIp],
    ["Price", `${formatRate(instance.hourlyRate)}/hour`],
    ["Cost so far", formatUsd(instance.costSoFar)],
    ["Created", `${formatTime(instance.createdAt)} by ${instance.createdBy.name}`],
    ["Active since", instance.activatedAt === null ? null : formatTime(instance.activatedAt)],
    ["Terminated", instance.terminatedAt === null ? null : formatTime(instance.terminatedAt)],
    ["Delete protection", instance.deleteProtection ? "on" : "off"],
  ]);

const stepDurationSeconds = ({ startedAt, finishedAt }: InstanceLog) =>
  startedAt === null || finishedAt === null
    ? null
    : (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000;

const logColumns: readonly Column<InstanceLog>[] = [
  { title: "STARTED", text: ({ startedAt }) => (startedAt === null ? "-" : formatTime(startedAt)) },
  { title: "ACTION", text: ({ commandKind }) => humanize(commandKind) },
  { title: "STEP", text: ({ step }) => humanize(step) },
  { title: "STATUS", text: ({ status }) => humanize(status) },
  {
    title: "DURATION",
    text: (log) => {
      const took = stepDurationSeconds(log);
      return took === null ? "-" : formatDuration(took);
    },
    isNumber: true,
  },
  { title: "DETAIL", text: ({ detail }) => humanize(detail ?? "") },
  {
    title: "NOTE",
    text: ({ note, resolvedBy }) => (note === null ? "-" : `${resolvedBy ?? "Support"}: ${note}`),
    isExtra: true,
  },
];

const statuses =
  "pending, building, active, rebooting, stopped, suspended, terminating, terminated, error, unknown";

export const instanceCommands: readonly Command[] = [
  {
    name: "instances list",
    description: "List instances (use --status to include terminated ones)",
    options: {
      ...listOptions,
      status: {
        kind: "text",
        value: "statuses",
        description: `Filter by status; separate multiple values with commas: ${statuses}`,
      },
      region: { kind: "text", value: "handle", description: "Filter by region" },
      project: { kind: "text", value: "name", description: "Filter by project" },
      ids: { kind: "flag", description: "Include an ID column" },
    },
    run: async (parsed, context) => {
      const project = parsed.text("project");
      const query = {
        ...listQuery(parsed),
        status: parsed.text("status"),
        regionHandle: parsed.text("region"),
        project: project === undefined ? undefined : await resolveProjectId(context, project),
      };
      const input = { path: { workspace: await context.workspace() }, query };
      const columns = instanceColumns(context);
      await printList(parsed, context, context.client().instances.list, input, {
        columns: parsed.flag("ids") ? [idColumn, ...columns] : columns,
        empty: "No instances",
      });
    },
  },
  {
    name: "instances view",
    description: "Show details of an instance",
    args: ["<instance>"],
    run: async (parsed, context) => {
      const instance = await resolveInstanceId(context, parsed.arg(0));
      const path = { workspace: await context.workspace(), instance };
      const response = await context.client().instances.view({ path });
      context.print(response, () => instanceDetails(response, context));
    },
  },
  {
    name: "instances logs",
    description: "Show an instance's timeline, oldest first",
    args: ["<instance>"],
    options: {
      page: listOptions.page,
      "per-page": listOptions["per-page"],
      all: listOptions.all,
      status: {
        kind: "text",
        value: "statuses",
        description:
          "Filter by status; separate multiple values with commas: pending, in_progress, complete, failed",
      },
    },
    run: async (parsed, context) => {
      const instance = await resolveInstanceId(context, parsed.arg(0));
      const { page, perPage } = listQuery(parsed);
      const input = {
        path: { workspace: await context.workspace(), instance },
        query: { page, perPage, status: parsed.text("status") },
      };
      await printList(parsed, context, context.client().instances.logs, input, {
        columns: logColumns,
        empty: "No events yet",
      });
    },
  },
];
