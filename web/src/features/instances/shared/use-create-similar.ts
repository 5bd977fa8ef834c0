import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { Instance } from "#contracts/instances.ts";
import { useDisabledReason } from "../../../components/use-disabled-reason.ts";
import type { MenuAction } from "../../../ui/menu.tsx";
import { similarTo } from "./similar-instance.ts";

/** The menu entry that opens the order form with what an instance has. */
export function useCreateSimilar(workspace: string): (instance: Instance) => MenuAction {
  const { t } = useLingui();
  const navigate = useNavigate();
  const reason = useDisabledReason()({ permission: "instance.create" });
  return (instance) => ({
    label: t`Create similar instance`,
    icon: "plus",
    reason,
    onSelect: () =>
      void navigate({ to: "/$workspace/cart", params: { workspace }, search: similarTo(instance) }),
  });
}
