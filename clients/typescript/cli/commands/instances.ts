import type { Instance, InstanceLog, InstanceStatus } from "../../src/boreal.ts";
import type { Command } from "../command.ts";
import type { Context } from "../context.ts";
import { duration, money, rate, time, words } from "../format.ts";
import { instanceId, projectId } from "../resolve.ts";
import type { Column } from "../table.ts";
import { listOptions, pageQuery, printList } from "./lists.ts";

const colours: Partial<Record<InstanceStatus, "green" | "red" | "yellow">> = {
  active: "green",
  error: "red",
  unknown: "red",
  pending: "yellow",
  building: "yellow",
  rebooting: "yellow",
  terminating: "yellow",
};

export const statusText = ({ status, statusReason }: Pick<Instance, "status" | "statusReason">) =>
  statusReason === null ? status : `${status} (${words(statusReason)})`;

export const instanceColumns = ({ paint }: Context): readonly Column<Instance>[] => [
  { title: "HOSTNAME", text: ({ hostname }) => hostname, staysWhole: true },
  {
    title: "STATUS",
    text: statusText,
    paint: ({ status }, shown) => {
      const colour = colours[status];
      return colour === undefined ? shown : paint(colour, shown);
    },
  },
  { title: "PRODUCT", text: ({ product }) => product.name },
  { title: "REGION", text: ({ region }) => region.handle },
  { title: "PUBLIC IP", text: ({ publicIp }) => publicIp ?? "-", staysWhole: true },
  { title: "PROJECT", text: ({ project }) => project?.name ?? "-", isExtra: true },
  { title: "COST SO FAR", text: ({ costSoFar }) => money(costSoFar), isNumber: true },
];

const idColumn: Column<Instance> = { title: "ID", text: ({ id }) => id, staysWhole: true };

export const instanceFacts = (instance: Instance, { facts }: Context): string =>
  facts([
    ["Hostname", instance.hostname],
    ["ID", instance.id],
    ["Status", statusText(instance)],
    ["Product", instance.product.name],
    ["Region", `${instance.region.name} (${instance.region.handle})`],
    ["Image", `${instance.image.name}, user ${instance.image.defaultUser}`],
    ["Project", instance.project?.name ?? null],
    ["Key", instance.credential?.name ?? null],
    ["Public IP", instance.publicIp],
    ["Private IP", instance.privateIp],
    ["Price", `${rate(instance.hourlyRate)}/hour`],
    ["Cost so far", money(instance.costSoFar)],
    ["Created", `${time(instance.createdAt)} by ${instance.createdBy.name}`],
    ["Active since", instance.activatedAt === null ? null : time(instance.activatedAt)],
    ["Terminated", instance.terminatedAt === null ? null : time(instance.terminatedAt)],
  ]);

const tookSeconds = ({ startedAt, finishedAt }: InstanceLog) =>
  startedAt === null || finishedAt === null
    ? null
    : (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000;

const logColumns: readonly Column<InstanceLog>[] = [
  { title: "STARTED", text: ({ startedAt }) => (startedAt === null ? "-" : time(startedAt)) },
  { title: "ACTION", text: ({ commandKind }) => words(commandKind) },
  { title: "STEP", text: ({ step }) => words(step) },
  { title: "STATUS", text: ({ status }) => words(status) },
  {
    title: "DURATION",
    text: (log) => {
      const took = tookSeconds(log);
      return took === null ? "-" : duration(took);
    },
    isNumber: true,
  },
  { title: "DETAIL", text: ({ detail }) => words(detail ?? "") },
];

const statuses =
  "pending, building, active, rebooting, stopped, suspended, terminating, terminated, error, unknown";

export const instanceCommands: readonly Command[] = [
  {
    name: "instances list",
    about: "List instances (use --status to include terminated ones)",
    options: {
      ...listOptions,
      status: {
        kind: "text",
        value: "words",
        about: `Filter by status; separate multiple values with commas: ${statuses}`,
      },
      region: { kind: "text", value: "handle", about: "Filter by region" },
      project: { kind: "text", value: "name", about: "Filter by project" },
      ids: { kind: "flag", about: "Include an ID column" },
    },
    run: async (given, context) => {
      const project = given.text("project");
      const query = {
        ...pageQuery(given),
        status: given.text("status"),
        regionHandle: given.text("region"),
        project: project === undefined ? undefined : await projectId(context, project),
      };
      const input = { path: { workspace: await context.workspace() }, query };
      const columns = instanceColumns(context);
      await printList(given, context, context.client().instances.list, input, {
        columns: given.flag("ids") ? [idColumn, ...columns] : columns,
        empty: "No instances",
      });
    },
  },
  {
    name: "instances view",
    about: "Show details of an instance",
    args: ["<instance>"],
    run: async (given, context) => {
      const instance = await instanceId(context, given.arg(0));
      const path = { workspace: await context.workspace(), instance };
      const answer = await context.client().instances.view({ path });
      context.print(answer, () => instanceFacts(answer, context));
    },
  },
  {
    name: "instances logs",
    about: "Show an instance's timeline, oldest first",
    args: ["<instance>"],
    options: { page: listOptions.page, "per-page": listOptions["per-page"], all: listOptions.all },
    run: async (given, context) => {
      const instance = await instanceId(context, given.arg(0));
      const { page, perPage } = pageQuery(given);
      const input = {
        path: { workspace: await context.workspace(), instance },
        query: { page, perPage },
      };
      await printList(given, context, context.client().instances.logs, input, {
        columns: logColumns,
        empty: "No events yet",
      });
    },
  },
];
