import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { catalogue } from "#contracts/catalogue.ts";
import type { Instance } from "#contracts/instances.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { formatGigabytes } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { useProjectName } from "../../components/use-all-projects.ts";
import { Card } from "../../ui/card.tsx";
import {
  CopyButton,
  type DescriptionItem,
  DescriptionList,
  RelativeTime,
} from "../../ui/description-list.tsx";
import { energySourcesLabel, formatEnergy } from "./energy.ts";
import { EnergyPerHour } from "./energy-per-hour.tsx";
import styles from "./instance.module.css";
import { isOnItsWay } from "./shared/instance-labels.ts";

const CopyableText = ({ text, what }: { text: string; what: string }) => (
  <span className={styles["mono"]} translate="no">
    {text}
    <CopyButton text={text} copyLabel={what} />
  </span>
);

/** The IP addresses, to copy. */
export function useAddresses(instance: Instance): readonly DescriptionItem[] {
  const { t } = useLingui();
  return [
    [
      t`Public IP address`,
      instance.publicIp === null ? null : (
        <CopyableText key="public" text={instance.publicIp} what={t`public IP address`} />
      ),
    ],
    [
      t`Private IP address`,
      instance.privateIp === null ? null : (
        <CopyableText key="private" text={instance.privateIp} what={t`private IP address`} />
      ),
    ],
  ];
}

const isOn: ReadonlySet<Instance["status"]> = new Set(["active", "rebooting", "unknown"]);

/** Energy at full load: nothing for an instance that is off, failed or terminated. */
function useEnergy({ energy, region, status }: Instance): readonly DescriptionItem[] {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const { data: offer } = useQuery(endpointQuery(catalogue.offer, {}));
  const place = offer?.regions.find(({ handle }) => handle === region.handle);
  if (!(isOnItsWay.has(status) || isOn.has(status))) return [];
  const { power, perHour } = formatEnergy(energy.powerWatts, energy.gramsCo2PerKwh, localeSettings);
  return [
    [t`Power at full load`, power],
    [t`Energy per hour`, <EnergyPerHour key="energy" text={perHour} />],
    ...(place === undefined
      ? []
      : [
          [t`Energy source`, energySourcesLabel(i18n, place.energySources)] as const,
          [t`Energy certificate`, place.energyCertificate] as const,
        ]),
  ];
}

/** All facts of the instance in one card: where it is, what it consists of, and who created it when. */
export function DetailsCard({ workspace, instance }: { workspace: string; instance: Instance }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const projectName = useProjectName(workspace)(instance);
  const addresses = useAddresses(instance);
  const { product } = instance;
  const at = (time: string | null) =>
    time === null ? null : <RelativeTime key={time} at={time} exact />;
  const place: readonly DescriptionItem[] = [
    ...addresses,
    [t`Region`, instance.region.name],
    [t`Project`, projectName],
    [t`Operating system`, instance.image.name],
  ];
  const isBareMetal = instance.variant === "bare_metal";
  const hardware: readonly DescriptionItem[] = [
    [t`Type`, isBareMetal ? t`Bare-metal machine` : t`Virtual machine`],
    [t`GPU`, product.gpuModel === null ? null : `${product.gpuCount} × ${product.gpuModel}`],
    [t`GPU memory`, product.vramGb === 0 ? null : formatGigabytes(product.vramGb, localeSettings)],
    [t`CPU`, isBareMetal ? t`${product.vcpu} threads` : t`${product.vcpu} vCPU`],
    [t`Memory`, formatGigabytes(product.memoryGb, localeSettings)],
    [t`Disk`, formatGigabytes(product.diskGb, localeSettings)],
  ];
  const origin: readonly DescriptionItem[] = [
    [t`Delete protection`, instance.deleteProtection ? t`on` : null],
    [t`Created`, at(instance.createdAt)],
    [t`Became active`, at(instance.activatedAt)],
    [t`Terminated`, at(instance.terminatedAt)],
    [t`Created by`, instance.createdBy.name],
    ...useEnergy(instance),
  ];
  return (
    <Card title={t`Details`}>
      <div className={styles["details"]}>
        <DescriptionList pairs={place} />
        <DescriptionList pairs={hardware} />
        <DescriptionList pairs={origin} />
      </div>
      <p className={styles["number"]}>
        <span>{t`ID`}</span>
        <CopyableText text={instance.id} what={t`ID`} />
      </p>
    </Card>
  );
}
