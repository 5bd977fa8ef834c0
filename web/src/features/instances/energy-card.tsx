import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { catalogue } from "#contracts/catalogue.ts";
import type { Instance } from "#contracts/instances.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Card, Metric } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { formatEnergy } from "./energy.ts";
import styles from "./instance.module.css";

/** Uses the catalog; renders nothing for a product that is no longer sold, because its figures are unknown. */
export function EnergyCard({ instance }: { instance: Instance }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const { data: offer } = useQuery(endpointQuery(catalogue.offer, {}));
  const product = offer?.products.find(({ id }) => id === instance.product.id);
  const region = offer?.regions.find(({ handle }) => handle === instance.region.handle);
  if (product === undefined || region === undefined) return null;
  const { power, kwh, grams } = formatEnergy(
    product.powerWatts,
    region.gramsCo2PerKwh,
    localeSettings,
  );
  return (
    <Card title={t`Energy`}>
      <Metric
        note={
          <Trans>
            Estimated for this product at full load. {region.energySource}, {region.gramsCo2PerKwh}{" "}
            gCO₂e per kWh
          </Trans>
        }
      >
        {power}
      </Metric>
      <div className={styles["pairs"]}>
        <DescriptionList pairs={[[t`Per hour`, t`${kwh} kWh · ${grams} gCO₂e`]]} />
      </div>
    </Card>
  );
}
