import { useLingui } from "@lingui/react/macro";
import { workspaces } from "#contracts/workspaces.ts";
import type { ActionWithCode } from "../../components/code-samples/request-preview.ts";
import { toastWithUndo } from "../../components/confirmation.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { refetchSession, useSessionInfo } from "../../lib/session/session.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { toast } from "../../ui/toast.ts";

/** Sets the default workspace at once, with an undo. */
export function useSetDefaultWorkspace() {
  const { t, i18n } = useLingui();
  const { userWorkspaceRoles } = useSessionInfo();
  const { run, code, busy } = useEndpointAction(workspaces.makeDefault, {
    invalidates: [workspaces.list],
  });
  const toInput = (handle: string) => ({ path: { workspace: handle } });
  const set = async (handle: string): Promise<boolean> => {
    try {
      await run(toInput(handle));
      await refetchSession();
      return true;
    } catch (error) {
      void toast({ tone: "danger", title: problemMessage(i18n, error) });
      return false;
    }
  };
  const begin = async ({ handle, name }: { handle: string; name: string }) => {
    const former = userWorkspaceRoles.find(({ isDefault }) => isDefault);
    if (!(await set(handle))) return;
    const title = t`${name} is now your default workspace`;
    if (former === undefined || former.handle === handle) return void toast({ title });
    toastWithUndo({ title, undoLabel: t`Undo`, undo: () => void set(former.handle) });
  };
  const makeDefault = (workspace: { handle: string; name: string }): ActionWithCode => ({
    onSelect: () => void begin(workspace),
    code: code(toInput(workspace.handle)),
  });
  return { makeDefault, busy };
}
