/**
 * What may be done with a project, and which instances may be moved or created in it. Instances in a project
 * belong to the creator of the project, so a role limited to its own objects can use only its own projects.
 */
import { instances } from "../instances.ts";
import { type Project, projects } from "../projects.ts";
import { type Action, defineAction } from "./action.ts";
import type { Owner } from "./actor.ts";

export interface ProjectSubject extends Pick<Project, "isDefault"> {
  readonly createdBy: Owner;
}

const owner = ({ createdBy }: ProjectSubject) => createdBy;
const change = {
  owner,
  notOwn: { code: "not_own_project", message: "Your role can change only projects you created" },
};
const target = {
  owner,
  shared: ({ isDefault }: ProjectSubject) => isDefault,
  notOwn: {
    code: "not_own_target_project",
    message: "Your role can move instances only to your own projects",
  },
};

export const projectActions = {
  update: defineAction<ProjectSubject>(projects.update, change),
  /** Instances of a deleted project move to another project; `removeInto` checks that project. */
  remove: defineAction<ProjectSubject>(projects.remove, {
    ...change,
    unavailable: ({ isDefault }) =>
      isDefault
        ? {
            code: "project_is_default",
            message: "The default project can't be deleted",
            problem: "cannot_delete_default",
          }
        : null,
  }),
  removeInto: defineAction<ProjectSubject>(projects.remove, target),
  assign: defineAction<ProjectSubject>(projects.assign, { ...target, shared: () => false }),
  unassign: defineAction<ProjectSubject>(projects.unassign, target),
  /** Orders a new instance into the project. */
  orderInto: defineAction<ProjectSubject>(instances.order, {
    ...target,
    notOwn: {
      code: "not_own_order_project",
      message: "Your role can create instances only in your own projects",
    },
  }),
};

/** Moves instances into a project. The default project belongs to everyone and has a separate endpoint. */
export const moveAction = ({ isDefault }: ProjectSubject): Action<ProjectSubject> =>
  isDefault ? projectActions.unassign : projectActions.assign;
