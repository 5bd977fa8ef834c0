import { Trans } from "@lingui/react/macro";
import type { InstanceCommand } from "./group-commands.ts";

/** Who requested a command. The API gives no name of staff. */
export function RequestedBy({ command }: { command: InstanceCommand }) {
  const { requestedBy, requestedByType } = command;
  switch (requestedByType) {
    case "user":
      return <Trans>Requested by {requestedBy}</Trans>;
    case "token":
      return <Trans>Requested by {requestedBy} with an access token</Trans>;
    case "staff":
      return <Trans>Requested by Support</Trans>;
    case "system":
      return <Trans>Started automatically</Trans>;
  }
}
