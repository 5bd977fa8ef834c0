/**
 * What may be done with a project, and what may be put into it. What goes into a project belongs to its
 * creator from then on, so a role with access to its own objects puts things only into its own projects.
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
  /** Instances in the project move to another one, for which `removeInto` is the rule. */
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
  /** Where a new instance goes. */
  orderInto: defineAction<ProjectSubject>(instances.order, {
    ...target,
    notOwn: {
      code: "not_own_order_project",
      message: "Your role can create instances only in your own projects",
    },
  }),
};

/** Moves instances into a project; the default project has an endpoint of its own, as it belongs to everyone. */
export const moveAction = ({ isDefault }: ProjectSubject): Action<ProjectSubject> =>
  isDefault ? projectActions.unassign : projectActions.assign;
