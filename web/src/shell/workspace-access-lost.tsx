import { useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { useSessionInfo } from "../lib/session/session.ts";
import { useOnMount } from "../lib/hooks/use-on-mount.ts";
import { toast } from "../ui/toast.ts";

/**
 * Replaces a page whose workspace the user lost access to. A changed handle leads to the same page under the new
 * handle, lost access to the list of workspaces.
 */
export function WorkspaceAccessLost({ entered }: { entered: WorkspaceRole }) {
  const { t } = useLingui();
  const self = useSessionInfo();
  const router = useRouter();
  useOnMount(() => {
    const renamed = self.userWorkspaceRoles.find(
      ({ workspaceId }) => workspaceId === entered.workspaceId,
    );
    const { pathname, searchStr } = router.state.location;
    if (renamed !== undefined) {
      const rest = pathname.split("/").slice(2).join("/");
      return router.history.replace(`/${renamed.handle}/${rest}${searchStr}`);
    }
    void toast({ title: t`You no longer have access to ${entered.name}` });
    void router.navigate({ to: "/workspaces", replace: true, ignoreBlocker: true });
  });
  return null;
}
