import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ActionLink } from "../components/action-link.tsx";
import type { WorkspacePath } from "../lib/features/feature-declaration.ts";
import { useWorkspace } from "../lib/session/permissions.ts";
import { navigationItems } from "../lib/features/feature-registry.ts";

/** Primary action of a list: the create command that the page's sidebar entry declares. */
export function CreateLink({ page }: { page: WorkspacePath }) {
  const { i18n } = useLingui();
  const { handle: workspace } = useWorkspace();
  const creates = navigationItems.find(({ to }) => to === page)?.creates;
  if (creates === undefined) return null;
  return (
    <ActionLink
      permission={creates.permission}
      tone="primary"
      icon="plus"
      link={<Link to={creates.to ?? page} params={{ workspace }} />}
    >
      {i18n._(creates.label)}
    </ActionLink>
  );
}
