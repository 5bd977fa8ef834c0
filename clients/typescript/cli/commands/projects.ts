import type { Project, ProjectsCreateInput } from "../../src/boreal.ts";
import type { Command, ParsedArgs } from "../command.ts";
import { confirmByTypingName, yesOption } from "../confirm.ts";
import type { CommandContext } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { formatTime } from "../format.ts";
import { resolveInstanceId, resolveProjectId } from "../resolve-ids.ts";
import type { Column } from "../table.ts";
import { listOptions, listQuery, printList } from "./list-options.ts";

/** Keeps a multi-line description on one table row. */
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

function parseColour(parsed: ParsedArgs): Colour | undefined {
  const requested = parsed.text("colour");
  const colour = colours.find((name) => name === requested);
  if (requested !== undefined && colour === undefined)
    throw new CliError("usage", `--colour must be one of ${colours.join(", ")}`);
  return colour;
}

const detailOptions = {
  description: { kind: "text", mayBeEmpty: true, description: "Description" },
  colour: { kind: "text", value: "name", description: `One of ${colours.join(", ")}` },
} as const;

const resolveInstanceIds = (context: CommandContext, names: readonly string[]) =>
  Promise.all(names.map((name) => resolveInstanceId(context, name)));
const formatMoved = ({ moved }: { moved: number }) =>
  `${moved} ${moved === 1 ? "instance" : "instances"} moved\n`;

export const projectCommands: readonly Command[] = [
  {
    name: "projects list",
    description: "List projects",
    options: listOptions,
    run: async (parsed, context) => {
      const input = { path: { workspace: await context.workspace() }, query: listQuery(parsed) };
      const { list } = context.client().projects;
      await printList(parsed, context, list, input, { columns, empty: "No projects" });
    },
  },
  {
    name: "projects view",
    description: "Show details of a project",
    args: ["<project>"],
    run: async (parsed, context) => {
      const project = await resolveProjectId(context, parsed.arg(0));
      const path = { workspace: await context.workspace(), project };
      const response = await context.client().projects.view({ path });
      context.print(response, () => projectDetails(response, context));
    },
  },
  {
    name: "projects create",
    description: "Create a project",
    args: ["<name>"],
    options: detailOptions,
    run: async (parsed, context) => {
      const path = { workspace: await context.workspace() };
      const body = {
        name: parsed.arg(0),
        description: parsed.text("description"),
        colour: parseColour(parsed),
      };
      const response = await context.client().projects.create({ path, body });
      context.print(response, () => projectDetails(response, context));
    },
  },
  {
    name: "projects update",
    description: "Update a project",
    args: ["<project>"],
    options: { name: { kind: "text", description: "New name" }, ...detailOptions },
    run: async (parsed, context) => {
      const colour = parseColour(parsed);
      const body = { name: parsed.text("name"), description: parsed.text("description"), colour };
      if (Object.values(body).every((value) => value === undefined))
        throw new CliError("usage", "Specify at least one of --name, --description, or --colour");
      const project = await resolveProjectId(context, parsed.arg(0));
      const path = { workspace: await context.workspace(), project };
      const response = await context.client().projects.update({ path, body });
      context.print(response, () => projectDetails(response, context));
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
    run: async (parsed, context) => {
      const name = parsed.arg(0);
      const project = await resolveProjectId(context, name);
      const other = parsed.text("move-to");
      const moveTo = other === undefined ? undefined : await resolveProjectId(context, other);
      const consequence =
        other === undefined
          ? `${name} can only be deleted if it's empty. This can't be undone.`
          : `Its instances move to ${other}. ${name} can't be restored.`;
      await confirmByTypingName(parsed, context, {
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
    run: async (parsed, context) => {
      const project = await resolveProjectId(context, parsed.arg(0));
      const instanceIds = await resolveInstanceIds(context, parsed.args.slice(1));
      const path = { workspace: await context.workspace(), project };
      const response = await context.client().projects.assign({ path, body: { instanceIds } });
      context.print(response, () => formatMoved(response));
    },
  },
  {
    name: "projects unassign",
    description: "Move instances to the default project",
    args: ["<instance...>"],
    run: async (parsed, context) => {
      const instanceIds = await resolveInstanceIds(context, parsed.args);
      const path = { workspace: await context.workspace() };
      const response = await context.client().projects.unassign({ path, body: { instanceIds } });
      context.print(response, () => formatMoved(response));
    },
  },
];
