/** Shows staff the setup problems that the server reports. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { system } from "#contracts/system.ts";
import { endpointQuery } from "../lib/api/api-client.ts";
import { Callout } from "../ui/feedback.tsx";
import styles from "./console-layout.module.css";

export function SetupBanner() {
  const proxy = useQuery(endpointQuery(system.setup, {})).data?.untrustedProxy ?? null;
  if (proxy === null) return null;
  const { address } = proxy;
  return (
    <div className={styles["banner"]}>
      <Callout tone="warn">
        <Trans>
          Requests come through a proxy at <code translate="no">{address}</code> that the server
          does not trust. Everybody behind it shares one rate limit, and security mails name its
          address. Add it to <code translate="no">TRUSTED_PROXIES</code> and restart the server.
        </Trans>
      </Callout>
    </div>
  );
}
