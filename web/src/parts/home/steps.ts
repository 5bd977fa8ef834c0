import type { Overview } from "#contracts/workspaces.ts";
import { useCan } from "../../lib/permissions.ts";
import { useSelf } from "../../lib/session.ts";

/** Whether each is done; null for what is not the caller's to do. */
export interface Steps {
  readonly email: boolean;
  readonly secondFactor: boolean;
  readonly key: boolean | null;
  readonly project: boolean | null;
  readonly instance: boolean | null;
}

export function useSteps({ credentials, projects, instances }: Overview): Steps {
  const { user } = useSelf();
  const mayAddKey = useCan("credential.create");
  const mayAddProject = useCan("project.create");
  const mayCreate = useCan("instance.create");
  const total = instances?.total ?? 0;
  const gone = instances?.byStatus["terminated"] ?? 0;
  return {
    // Nobody signs in before.
    email: true,
    secondFactor: user.twoFactorEnabled,
    key: mayAddKey && credentials !== null ? credentials > 0 : null,
    // The default one is there from the beginning.
    project: mayAddProject && projects !== null ? projects > 1 : null,
    // One that was given back counts as well.
    instance: mayCreate && instances !== null ? total + gone > 0 : null,
  };
}

export const isThrough = (steps: Steps): boolean => !Object.values(steps).includes(false);
