import type { Overview } from "#contracts/workspaces.ts";
import { useHasPermission } from "../../lib/session/permissions.ts";
import { useSessionInfo } from "../../lib/session/session.ts";

/** Whether each is done; null for what is not the caller's to do. */
export interface Checklist {
  readonly email: boolean;
  readonly secondFactor: boolean;
  readonly key: boolean | null;
  readonly project: boolean | null;
  readonly instance: boolean | null;
}

export function useChecklist({ credentials, projects, instances }: Overview): Checklist {
  const { user } = useSessionInfo();
  const mayAddKey = useHasPermission("credential.create");
  const mayAddProject = useHasPermission("project.create");
  const mayCreate = useHasPermission("instance.create");
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

export const isComplete = (steps: Checklist): boolean => !Object.values(steps).includes(false);
