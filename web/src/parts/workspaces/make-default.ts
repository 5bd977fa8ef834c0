import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { workspaces } from "#contracts/workspaces.ts";
import { reversible } from "../../blocks/confirm.ts";
import { call, refresh } from "../../lib/client.ts";
import { reloadSelf, useSelf } from "../../lib/session.ts";
import { wordProblem } from "../../lib/wording.ts";
import { toast } from "../../ui/toast.ts";

/** Where one begins from now on: at once, with its undo. */
export function useMakeDefault() {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { userWorkspaceRoles } = useSelf();
  const [busy, setBusy] = useState(false);
  const set = async (handle: string): Promise<boolean> => {
    setBusy(true);
    try {
      await call(workspaces.makeDefault, { path: { workspace: handle } });
      await Promise.all([reloadSelf(), refresh(client, workspaces.list)]);
      return true;
    } catch (error) {
      void toast({ tone: "bad", title: wordProblem(i18n, error) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const makeDefault = async ({ handle, name }: { handle: string; name: string }) => {
    const former = userWorkspaceRoles.find(({ isDefault }) => isDefault);
    if (!(await set(handle))) return;
    const title = t`You begin in ${name} from now on`;
    if (former === undefined || former.handle === handle) return void toast({ title });
    reversible({ title, undoLabel: t`Undo`, undo: () => void set(former.handle) });
  };
  return { makeDefault, busy };
}
