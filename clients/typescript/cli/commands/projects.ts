import type { Project, ProjectsCreateInput } from "../../src/boreal.ts";
import type { Command, Given } from "../command.ts";
import { confirmName, yesOption } from "../confirm.ts";
import type { Context } from "../context.ts";
import { CliError } from "../exit-codes.ts";
import { time } from "../format.ts";
import { instanceId, projectId } from "../resolve.ts";
import type { Column } from "../table.ts";
import { listOptions, pageQuery, printList } from "./lists.ts";

/** People write several lines there; a row is one. */
const onOneLine = (text: string) => text.replace(/\s*\n\s*/g, " ");

const columns: readonly Column<Project>[] = [
  { title: "NAME", text: ({ name, isDefault }) => (isDefault ? `${name} (default)` : name) },
  { title: "INSTANCES", text: ({ instanceCount }) => String(instanceCount), isNumber: true },
  { title: "COLOUR", text: ({ colour }) => colour },
  { title: "CREATED BY", text: ({ createdBy }) => createdBy.name },
  { title: "DESCRIPTION", text: ({ description }) => onOneLine(description) },
];

const factsOf = (project: Project, { facts }: Context) =>
  facts([
    ["Name", project.name],
    ["ID", project.id],
    ["Description", project.description === "" ? null : onOneLine(project.description)],
    ["Colour", project.colour],
    ["Default", project.isDefault ? "yes" : "no"],
    ["Instances", String(project.instanceCount)],
    ["Created", `${time(project.createdAt)} by ${project.createdBy.name}`],
  ]);

type Colour = NonNullable<ProjectsCreateInput["body"]["colour"]>;
const colours: readonly Colour[] = ["spruce", "teal", "sky", "violet", "amber", "rose", "slate"];

function colourOf(given: Given): Colour | undefined {
  const wanted = given.text("colour");
  const found = colours.find((colour) => colour === wanted);
  if (wanted !== undefined && found === undefined)
    throw new CliError("usage", `--colour is one of ${colours.join(", ")}`);
  return found;
}

const looks = {
  description: { kind: "text", mayBeEmpty: true, about: "Description" },
  colour: { kind: "text", value: "name", about: `One of ${colours.join(", ")}` },
} as const;

const idsOf = (context: Context, names: readonly string[]) =>
  Promise.all(names.map((name) => instanceId(context, name)));
const movedText = ({ moved }: { moved: number }) =>
  `${moved} ${moved === 1 ? "instance" : "instances"} moved\n`;

export const projectCommands: readonly Command[] = [
  {
    name: "projects list",
    about: "List projects",
    options: listOptions,
    run: async (given, context) => {
      const input = { path: { workspace: await context.workspace() }, query: pageQuery(given) };
      const { list } = context.client().projects;
      await printList(given, context, list, input, { columns, empty: "No projects" });
    },
  },
  {
    name: "projects view",
    about: "Show details of a project",
    args: ["<project>"],
    run: async (given, context) => {
      const project = await projectId(context, given.arg(0));
      const path = { workspace: await context.workspace(), project };
      const answer = await context.client().projects.view({ path });
      context.print(answer, () => factsOf(answer, context));
    },
  },
  {
    name: "projects create",
    about: "Create a project",
    args: ["<name>"],
    options: looks,
    run: async (given, context) => {
      const path = { workspace: await context.workspace() };
      const body = {
        name: given.arg(0),
        description: given.text("description"),
        colour: colourOf(given),
      };
      const answer = await context.client().projects.create({ path, body });
      context.print(answer, () => factsOf(answer, context));
    },
  },
  {
    name: "projects update",
    about: "Update a project",
    args: ["<project>"],
    options: { name: { kind: "text", about: "New name" }, ...looks },
    run: async (given, context) => {
      const colour = colourOf(given);
      const body = { name: given.text("name"), description: given.text("description"), colour };
      if (Object.values(body).every((value) => value === undefined))
        throw new CliError("usage", "Specify at least one of --name, --description, or --colour");
      const project = await projectId(context, given.arg(0));
      const path = { workspace: await context.workspace(), project };
      const answer = await context.client().projects.update({ path, body });
      context.print(answer, () => factsOf(answer, context));
    },
  },
  {
    name: "projects delete",
    about: "Delete a project. It must be empty, or use --move-to",
    args: ["<project>"],
    options: {
      "move-to": { kind: "text", value: "project", about: "Project to move its instances to" },
      ...yesOption,
    },
    run: async (given, context) => {
      const name = given.arg(0);
      const project = await projectId(context, name);
      const other = given.text("move-to");
      const moveTo = other === undefined ? undefined : await projectId(context, other);
      const consequence =
        other === undefined
          ? `${name} can only be deleted if it's empty. This can't be undone.`
          : `Its instances move to ${other}. ${name} can't be restored.`;
      await confirmName(given, context, { name, doing: "Deleting", verb: "delete", consequence });
      const path = { workspace: await context.workspace(), project };
      await context.client().projects.remove({ path, query: { moveTo } });
      context.print(null, () => `${name} deleted\n`);
    },
  },
  {
    name: "projects assign",
    about: "Move instances into a project",
    args: ["<project>", "<instance...>"],
    run: async (given, context) => {
      const project = await projectId(context, given.arg(0));
      const instanceIds = await idsOf(context, given.args.slice(1));
      const path = { workspace: await context.workspace(), project };
      const answer = await context.client().projects.assign({ path, body: { instanceIds } });
      context.print(answer, () => movedText(answer));
    },
  },
  {
    name: "projects unassign",
    about: "Move instances to the default project",
    args: ["<instance...>"],
    run: async (given, context) => {
      const instanceIds = await idsOf(context, given.args);
      const path = { workspace: await context.workspace() };
      const answer = await context.client().projects.unassign({ path, body: { instanceIds } });
      context.print(answer, () => movedText(answer));
    },
  },
];
