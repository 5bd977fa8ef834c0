/** Names and amounts of the groups of a usage report. */
import { useLingui } from "@lingui/react/macro";
import type { UsageGroup, UsageReport } from "#contracts/usage.ts";
import { formatEnergyAmount } from "../../instances/shared/energy-amount.ts";

export type Group = Pick<UsageGroup, "kind" | "id" | "name">;

export function useGroupName(groupBy: UsageReport["groupBy"]): (group: Group) => string {
  const { t } = useLingui();
  const others = {
    project: t`Other projects`,
    product: t`Other products`,
    instance: t`Other instances`,
  };
  return ({ kind, name }) =>
    kind === "others" ? others[groupBy] : kind === "none" ? t`No project or deleted project` : name;
}

export function useGroupingLabel(groupBy: UsageReport["groupBy"]): string {
  const { t } = useLingui();
  return { project: t`Project`, product: t`Product`, instance: t`Instance` }[groupBy];
}

export const energyText = (
  { wattHours, gramsCo2 }: Pick<UsageReport, "wattHours" | "gramsCo2">,
  locale: string,
): string => {
  const kwh = wattHours / 1_000;
  return formatEnergyAmount(kwh, kwh === 0 ? 0 : gramsCo2 / kwh, { locale });
};
