import { useLingui } from "@lingui/react/macro";
import type { InstanceStatus as Code } from "#contracts/instance-states.ts";
import { statusAppearance, statusLabel } from "./instance-labels.ts";
import { Status } from "../../../ui/status.tsx";

export function InstanceStatus({ status }: { status: Code }) {
  const { i18n } = useLingui();
  const { tone, shape } = statusAppearance[status];
  return (
    <Status tone={tone} shape={shape}>
      {statusLabel(i18n, status)}
    </Status>
  );
}
