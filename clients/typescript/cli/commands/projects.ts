import type { Project, ProjectsCreateInput } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import { confirmByTypingName, yesOption } from "../confirm.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { formatTime } from "../format.ts";
import { resolveInstanceId, resolveProjectId } from "../resolve-ids.ts";
import type { Column } from "../table.ts";
import { listOptions, listQuery, printList } from "./list-options.ts";

/** People write several lines there; a row is one. */
const collapseNewlines = (text: string) => text.replace(/\s*\n\s*/g, " ");

const columns: readonly Column<Project>[] = [
  { title: "NAME", text: ({ name, isDefault }) => (isDefault ? `${name} (default)` : name) },
  { title: "INSTANCES", text: ({ instanceCount }) => String(instanceCount), isNumber: true },
  { title: "COLOUR", text: ({ colour }) => colour },
  { title: "CREATED BY", text: ({ createdBy }) => createdBy.name },
  { title: "DESCRIPTION", text: ({ description }) => collapseNewlines(description) },
];

const projectDetails = (project: Project, { details }: CommandContext) =>
  details([
    ["Name", project.name],
    ["ID", project.id],
    ["Description", project.description === "" ? null : collapseNewlines(project.description)],
    ["Colour", project.colour],
    ["Default", project.isDefault ? "yes" : "no"],
    ["Instances", String(project.instanceCount)],
    ["Created", `${formatTime(project.createdAt)} by ${project.createdBy.name}`],
  ]);

type Colour = NonNullable<ProjectsCreateInput["body"]["colour"]>;
const colours: readonly Colour[] = ["spruce", "teal", "sky", "violet", "amber", "rose", "slate"];

function parseColour(given: ParsedArgs): Colour | undefined {
  const requested = given.text("colour");
  const found = colours.find((colour) => colour === requested);
  if (requested !== undefined && found === undefined)
    throw new CliError("usage", `--colour is one of ${colours.join(", ")}`);
  return found;
}

const detailOptions = {
  description: { kind: "text", mayBeEmpty: true, description: "Description" },
  colour: { kind: "text", value: "name", description: `One of ${colours.join(", ")}` },
} as const;

const resolveProjectIds = (context: CommandContext, names: readonly string[]) =>
  Promise.all(names.map((name) => resolveInstanceId(context, name)));
const formatMoved = ({ moved }: { moved: number }) =>
  `${moved} ${moved === 1 ? "instance" : "instances"} moved\n`;

export const projectCommands: readonly Command[] = [
  {
    name: "projects list",
    description: "List projects",
    options: listOptions,
    run: async (given, context) => {
      const input = { path: { workspace: await context.workspace() }, query: listQuery(given) };
      const { list } = context.client().projects;
      await printList(given, context, list, input, { columns, empty: "No projects" });
    },
  },
  {
    name: "projects view",
    description: "Show details of a project",
    args: ["<project>"],
    run: async (given, context) => {
      const project = await resolveProjectId(context, given.arg(0));
      const path = { workspace: await context.workspace(), project };
      const answer = await context.client().projects.view({ path });
      context.print(answer, () => projectDetails(answer, context));
    },
  },
  {
    name: "projects create",
    description: "Create a project",
    args: ["<name>"],
    options: detailOptions,
    run: async (given, context) => {
      const path = { workspace: await context.workspace() };
      const body = {
        name: given.arg(0),
        description: given.text("description"),
        colour: parseColour(given),
      };
      const answer = await context.client().projects.create({ path, body });
      context.print(answer, () => projectDetails(answer, context));
    },
  },
  {
    name: "projects update",
    description: "Update a project",
    args: ["<project>"],
    options: { name: { kind: "text", description: "New name" }, ...detailOptions },
    run: async (given, context) => {
      const colour = parseColour(given);
      const body = { name: given.text("name"), description: given.text("description"), colour };
      if (Object.values(body).every((value) => value === undefined))
        throw new CliError("usage", "Specify at least one of --name, --description, or --colour");
      const project = await resolveProjectId(context, given.arg(0));
      const path = { workspace: await context.workspace(), project };
      const answer = await context.client().projects.update({ path, body });
      context.print(answer, () => projectDetails(answer, context));
    },
  },
  {
    name: "projects delete",
    description: "Delete a project. It must be empty, or use --move-to",
    args: ["<project>"],
    options: {
      "move-to": {
        kind: "text",
        value: "project",
        description: "Project to move its instances to",
      },
      ...yesOption,
    },
    run: async (given, context) => {
      const name = given.arg(0);
      const project = await resolveProjectId(context, name);
      const other = given.text("move-to");
      const moveTo = other === undefined ? undefined : await resolveProjectId(context, other);
      const consequence =
        other === undefined
          ? `${name} can only be deleted if it's empty. This can't be undone.`
          : `Its instances move to ${other}. ${name} can't be restored.`;
      await confirmByTypingName(given, context, {
        name,
        doing: "Deleting",
        verb: "delete",
        consequence,
      });
      const path = { workspace: await context.workspace(), project };
      await context.client().projects.remove({ path, query: { moveTo } });
      context.print(null, () => `${name} deleted\n`);
    },
  },
  {
    name: "projects assign",
    description: "Move instances into a project",
    args: ["<project>", "<instance...>"],
    run: async (given, context) => {
      const project = await resolveProjectId(context, given.arg(0));
      const instanceIds = await resolveProjectIds(context, given.args.slice(1));
      const path = { workspace: await context.workspace(), project };
      const answer = await context.client().projects.assign({ path, body: { instanceIds } });
      context.print(answer, () => formatMoved(answer));
    },
  },
  {
    name: "projects unassign",
    description: "Move instances to the default project",
    args: ["<instance...>"],
    run: async (given, context) => {
      const instanceIds = await resolveProjectIds(context, given.args);
      const path = { workspace: await context.workspace() };
      const answer = await context.client().projects.unassign({ path, body: { instanceIds } });
      context.print(answer, () => formatMoved(answer));
    },
  },
];
