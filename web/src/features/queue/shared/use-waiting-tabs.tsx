import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useHasPermission } from "../../../lib/session/permissions.ts";

/** Tabs of instances and waiting orders; undefined for roles that cannot order. */
export function useWaitingTabs(workspace: string): ReactNode | undefined {
  const mayOrder = useHasPermission("instance.create");
  if (!mayOrder) return undefined;
  return (
    <>
      <Link
        to="/$workspace/instances"
        params={{ workspace }}
        activeOptions={{ includeSearch: false }}
      >
        <Trans>Instances</Trans>
      </Link>
      <Link
        to="/$workspace/cart/queue"
        params={{ workspace }}
        activeOptions={{ includeSearch: false }}
      >
        <Trans>Waiting orders</Trans>
      </Link>
    </>
  );
}
