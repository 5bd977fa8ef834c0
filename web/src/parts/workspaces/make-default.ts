import { useLingui } from "@lingui/react/macro";
import { workspaces } from "#contracts/workspaces.ts";
import type { Act } from "../../blocks/code/requested.ts";
import { reversible } from "../../blocks/confirm.ts";
import { useAction } from "../../blocks/use-action.ts";
import { reloadSelf, useSelf } from "../../lib/session.ts";
import { wordProblem } from "../../lib/wording.ts";
import { toast } from "../../ui/toast.ts";

/** Where one begins from now on: at once, with its undo. */
export function useMakeDefault() {
  const { t, i18n } = useLingui();
  const { userWorkspaceRoles } = useSelf();
  const { run, code, busy } = useAction(workspaces.makeDefault, { refreshes: [workspaces.list] });
  const inputOf = (handle: string) => ({ path: { workspace: handle } });
  const set = async (handle: string): Promise<boolean> => {
    try {
      await run(inputOf(handle));
      await reloadSelf();
      return true;
    } catch (error) {
      void toast({ tone: "bad", title: wordProblem(i18n, error) });
      return false;
    }
  };
  const begin = async ({ handle, name }: { handle: string; name: string }) => {
    const former = userWorkspaceRoles.find(({ isDefault }) => isDefault);
    if (!(await set(handle))) return;
    const title = t`${name} is now your default workspace`;
    if (former === undefined || former.handle === handle) return void toast({ title });
    reversible({ title, undoLabel: t`Undo`, undo: () => void set(former.handle) });
  };
  const makeDefault = (workspace: { handle: string; name: string }): Act => ({
    onSelect: () => void begin(workspace),
    code: code(inputOf(workspace.handle)),
  });
  return { makeDefault, busy };
}
