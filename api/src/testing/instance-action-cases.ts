/** Action cases of instances and projects, for every owner and state. */
import { endedInstanceActions, instanceActions } from "#contracts/actions/instances.ts";
import { commandActions } from "#contracts/actions/commands.ts";
import { commandStatuses } from "#contracts/commands.ts";
import { projectActions } from "#contracts/actions/projects.ts";
import { api } from "#contracts/api.ts";
import {
  instanceStatuses,
  type InstanceStatus,
  resetActions,
  transitionReasons,
} from "#contracts/instance-states.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import { insertProject } from "./actor-records.ts";
import type { AuthorizationFixture, TestActor } from "./actors.ts";
import type { TestClient } from "./client.ts";
import { insertCommand } from "./instance-logs.ts";
import { grantProject, insertInstance } from "./instances.ts";
import type { OrderOffer } from "./order-offer.ts";
import type { TestEnvironment } from "./test-environment.ts";

interface Owners {
  readonly creator: "self" | "other";
  /** Creator of the project; `default`: the default project, `none`: no project. */
  readonly project: "self" | "other" | "granted" | "default" | "none";
}

export function instanceActionCases(
  env: TestEnvironment,
  { workspace, actors }: AuthorizationFixture,
  offer: OrderOffer,
): ActionCase[] {
  const define = actionCase(env, workspace.handle);
  const other = (actor: TestActor) => ({
    id: actors.find(({ role, userId }) => role !== null && userId !== actor.userId)?.userId ?? "",
  });
  const self = (actor: TestActor) =>
    actor.role === null ? other(actor) : { id: actor.userId ?? "" };
  const unique = () => uuidv7(env.clock.now());
  const defaultProject = () =>
    env.db.withSystemRole("a test reads", async (tx) => {
      const { id } = await tx.one<{ id: string }>(
        sql`SELECT id FROM project WHERE workspace_id = ${workspace.id} AND is_default`,
      );
      return id;
    });

  async function createProjectFor(
    actor: TestActor,
    owner: Owners["project"],
  ): Promise<string | null> {
    if (owner === "none") return null;
    if (owner === "default") return defaultProject();
    const id = await insertProject(env, workspace, owner === "self" ? self(actor) : other(actor));
    if (owner === "granted") await grantProject(env, workspace, id, self(actor));
    return id;
  }

  async function createInstance(
    actor: TestActor,
    { creator, project }: Owners,
    state: {
      status?: InstanceStatus;
      statusReason?: string;
      wasActive?: boolean;
      deleteProtection?: boolean;
    } = {},
  ): Promise<ObjectPath> {
    const projectId = await createProjectFor(actor, project);
    const instance = await insertInstance(
      env,
      workspace,
      creator === "self" ? self(actor) : other(actor),
      {
        hostname: `m-${unique()}`,
        ...(projectId === null ? {} : { projectId }),
        ...(state.status === undefined ? {} : { status: state.status }),
      },
    );
    const activatedAt = state.wasActive === false ? null : env.clock.now();
    await env.db.withSystemRole("a state for a test", (tx) =>
      tx.execute(sql`UPDATE instance SET activated_at = ${activatedAt}, status_reason = ${state.statusReason ?? null},
          delete_protection = ${state.deleteProtection ?? false}
        WHERE id = ${instance} AND workspace_id = ${workspace.id}`),
    );
    return { instance };
  }

  const owned = (creator: Owners["creator"], project: Owners["project"]) => (actor: TestActor) =>
    createInstance(actor, { creator, project });
  const ownerships = {
    "own, in an own project": owned("self", "self"),
    "own, in another member's project": owned("self", "other"),
    "own, in the default project": owned("self", "default"),
    "own, in no project": owned("self", "none"),
    "another member's, in an own project": owned("other", "self"),
    "another member's, in their project": owned("other", "other"),
    "another member's, in the default project": owned("other", "default"),
    "another member's, in a granted project": owned("other", "granted"),
    missing: async () => ({ instance: unique() }),
  };
  const inState = (state: Parameters<typeof createInstance>[2]) => (actor: TestActor) =>
    createInstance(actor, { creator: "self", project: "self" }, state);
  const states = Object.fromEntries([
    ...instanceStatuses.map((status) => [`own, ${status}`, inState({ status })] as const),
    ...transitionReasons.map(
      (statusReason) => [`own, active but ${statusReason}`, inState({ statusReason })] as const,
    ),
    [
      "own, stopped but starting",
      inState({ status: "stopped", statusReason: "starting" }),
    ] as const,
    ["own, protected", inState({ deleteProtection: true })] as const,
    ["own, failed before it was active", inState({ status: "error", wasActive: false })] as const,
  ]);
  const viewInstance = async (client: TestClient, { instance = "" }: ObjectPath) =>
    shown(
      await client.call(api.instances.view, { path: { workspace: workspace.handle, instance } }),
    );
  const viewProject = async (client: TestClient, { project = "" }: ObjectPath) =>
    shown(await client.call(api.projects.view, { path: { workspace: workspace.handle, project } }));

  const projectOf = (owner: Owners["project"]) => async (actor: TestActor) => ({
    project: (await createProjectFor(actor, owner)) ?? "",
  });
  const projects = {
    own: projectOf("self"),
    "another member's": projectOf("other"),
    granted: projectOf("granted"),
    default: projectOf("default"),
    missing: async () => ({ project: unique() }),
  };
  /** Each target comes with an own instance of the actor to move into it. */
  const targets = Object.fromEntries(
    Object.entries(projects).map(([name, make]) => [
      name,
      async (actor: TestActor) => ({
        ...(await make(actor)),
        ...(await createInstance(actor, { creator: "self", project: "self" })),
      }),
    ]),
  );
  /** The command as the timeline shows it. */
  const viewCommand = async (client: TestClient, path: ObjectPath) => {
    const instance = await viewInstance(client, path);
    const { instance: id = "", command } = path;
    const logs = shown(
      await client.call(api.instances.logs, {
        path: { workspace: workspace.handle, instance: id },
      }),
    );
    const step = logs?.data.find(({ commandId }) => commandId === command);
    return instance === null || step === undefined
      ? null
      : { kind: step.commandKind, status: step.commandStatus, owner: instance.owner };
  };
  const withCommand =
    (
      make: (actor: TestActor) => Promise<ObjectPath>,
      command: Parameters<typeof insertCommand>[2],
    ) =>
    async (actor: TestActor) => {
      const path = await make(actor);
      return { ...path, command: await insertCommand(env, path["instance"] ?? "", command) };
    };
  /** Terminated, and kept until a time. */
  const keptFor =
    (make: (actor: TestActor) => Promise<ObjectPath>, hours: number | null) =>
    async (actor: TestActor) => {
      const path = await make(actor);
      const until = hours === null ? null : new Date(env.clock.now().getTime() + hours * 3_600_000);
      await env.db.withSystemRole("a state for a test", (tx) =>
        tx.execute(
          sql`UPDATE instance SET status = 'terminated', undo_until = ${until} WHERE id = ${path["instance"] ?? ""}`,
        ),
      );
      return path;
    };
  const own = owned("self", "self");
  const keptOwnerships = Object.fromEntries(
    Object.entries(ownerships).map(([name, make]) => [
      name,
      name === "missing" ? make : keptFor(make, 1),
    ]),
  );
  const endedStates = {
    "own, deleted for good": keptFor(own, null),
    "own, kept too long": keptFor(own, -1),
    "own, active": inState({ status: "active" }),
    "own, restoring": inState({ status: "stopped", statusReason: "restoring" }),
  };
  const commands = {
    ...Object.fromEntries(
      Object.entries(ownerships)
        .filter(([name]) => name !== "missing")
        .map(([name, make]) => [name, withCommand(make, { kind: "reboot", status: "queued" })]),
    ),
    ...Object.fromEntries(
      commandStatuses.map((status) => [
        `own, ${status}`,
        withCommand(own, { kind: "power_off", status }),
      ]),
    ),
    "own, queued creation": withCommand(own, { kind: "create", status: "queued" }),
    "own, queued termination": withCommand(own, { kind: "terminate", status: "queued" }),
    missing: async () => ({ instance: unique(), command: unique() }),
  };

  const moving = ({ instance = "" }: ObjectPath) => ({ instanceIds: [instance] });

  return [
    ...resetActions.map((action) =>
      define(`instances.${action}`, instanceActions[action], {
        objects: { ...ownerships, ...states },
        view: viewInstance,
        body: () => ({ action }),
      }),
    ),
    define("instances.terminate", instanceActions.terminate, {
      objects: { ...ownerships, ...states },
      view: viewInstance,
    }),
    define("instances.reinstall", instanceActions.reinstall, {
      objects: { ...ownerships, ...states },
      view: viewInstance,
      body: () => ({}),
    }),
    define("endedInstances.restore", endedInstanceActions.restore, {
      objects: { ...keptOwnerships, ...endedStates },
      view: viewInstance,
    }),
    define("endedInstances.deleteNow", endedInstanceActions.deleteNow, {
      objects: { ...keptOwnerships, ...endedStates },
      view: viewInstance,
      query: () => "?now=true",
    }),
    define("instances.console", instanceActions.console, {
      objects: { ...ownerships, ...states },
      view: viewInstance,
    }),
    define("instances.update", instanceActions.update, {
      objects: { ...ownerships, ...states },
      view: viewInstance,
      body: () => ({ displayName: "Web shop" }),
    }),
    define("commands.cancel", commandActions.cancel, { objects: commands, view: viewCommand }),
    define("instances.move", instanceActions.move, {
      objects: { ...ownerships, ...states },
      view: viewInstance,
      body: moving,
    }),
    define("projects.update", projectActions.update, {
      objects: projects,
      view: viewProject,
      body: () => ({ name: `Renamed ${unique()}`.slice(0, 40) }),
    }),
    define("projects.remove", projectActions.remove, { objects: projects, view: viewProject }),
    define("projects.removeInto", projectActions.removeInto, {
      objects: Object.fromEntries(
        Object.entries(projects).map(([name, make]) => [
          name,
          async (actor: TestActor) => ({
            target: (await make(actor)).project,
            project: (await createProjectFor(actor, "self")) ?? "",
          }),
        ]),
      ),
      view: (client, { target = "" }) => viewProject(client, { project: target }),
      query: ({ target }) => `?moveTo=${target}`,
    }),
    define("projects.assign", projectActions.assign, {
      objects: targets,
      view: viewProject,
      body: moving,
    }),
    define("projects.unassign", projectActions.unassign, {
      objects: { default: targets["default"] ?? projects.default },
      view: viewProject,
      body: moving,
    }),
    define("projects.orderInto", projectActions.orderInto, {
      // The body names the project, so a missing project is a field error.
      objects: Object.fromEntries(Object.entries(projects).filter(([name]) => name !== "missing")),
      view: viewProject,
      body: ({ project = "" }) => offer.order({ projectId: project }),
    }),
  ];
}
