import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { endpointQuery } from "../../../lib/api/api-client.ts";

/** The workspace to which a list is limited; nothing without one. */
export const OfWorkspace = ({ id }: { id: string | undefined }) =>
  id === undefined ? null : <NamedWorkspace id={id} />;

function NamedWorkspace({ id }: { id: string }) {
  const { data } = useQuery(endpointQuery(adminWorkspaces.view, { path: { adminWorkspace: id } }));
  return (
    <Trans>
      Only of{" "}
      <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: id }}>
        {data?.name ?? id}
      </Link>
    </Trans>
  );
}
