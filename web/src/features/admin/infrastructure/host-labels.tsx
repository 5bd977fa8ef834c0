/** Labels and appearance of the states of hosts. */
import { useLingui } from "@lingui/react/macro";
import type { ForemanHost, OpenstackHost } from "#contracts/provider-hosts.ts";
import { Status, type StatusShape, type StatusTone } from "../../../ui/status.tsx";

export function useInstallationLabels(): Record<ForemanHost["installation"], string> {
  const { t } = useLingui();
  return {
    installed: t`Installed`,
    pending: t`Installation pending`,
    token_expired: t`Token expired`,
    failed: t`Installation error`,
    unknown: t`Unknown`,
  };
}

const installationAppearance: Record<
  ForemanHost["installation"],
  readonly [tone: StatusTone, shape: StatusShape]
> = {
  installed: ["ok", "dot"],
  pending: ["busy", "spinner"],
  token_expired: ["danger", "square"],
  failed: ["danger", "square"],
  unknown: ["idle", "hollow"],
};

export function InstallationStatus({ installation }: Pick<ForemanHost, "installation">) {
  const labels = useInstallationLabels();
  const [tone, shape] = installationAppearance[installation];
  return (
    <Status tone={tone} shape={shape}>
      {labels[installation]}
    </Status>
  );
}

export function PowerStatus({ power }: Pick<ForemanHost, "power">) {
  const { t } = useLingui();
  if (power === "on")
    return (
      <Status tone="ok" shape="dot">
        {t`On`}
      </Status>
    );
  return power === "off" ? (
    <Status tone="idle" shape="hollow">
      {t`Off`}
    </Status>
  ) : (
    <Status tone="warn" shape="diamond">
      {t`Unknown`}
    </Status>
  );
}

export function HypervisorStatus({ state, status }: Pick<OpenstackHost, "state" | "status">) {
  const { t } = useLingui();
  if (state === "down")
    return (
      <Status tone="danger" shape="square">
        {t`Down`}
      </Status>
    );
  return status === "enabled" ? (
    <Status tone="ok" shape="dot">
      {t`Up`}
    </Status>
  ) : (
    <Status tone="warn" shape="diamond">
      {t`Up, disabled`}
    </Status>
  );
}
