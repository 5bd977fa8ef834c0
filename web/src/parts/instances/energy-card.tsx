import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { catalogue } from "#contracts/catalogue.ts";
import type { Instance } from "#contracts/instances.ts";
import { query } from "../../lib/client.ts";
import { useManner } from "../../lib/i18n.ts";
import { Card, KeyFigure } from "../../ui/card.tsx";
import { KeyValue } from "../../ui/facts.tsx";
import { energyOf } from "./energy.ts";
import styles from "./instance.module.css";

/** From the catalogue; left out for a product that is no longer sold, whose figures are not known. */
export function EnergyCard({ machine }: { machine: Instance }) {
  const { t } = useLingui();
  const manner = useManner();
  const { data: offer } = useQuery(query(catalogue.offer, {}));
  const product = offer?.products.find(({ id }) => id === machine.product.id);
  const region = offer?.regions.find(({ handle }) => handle === machine.region.handle);
  if (product === undefined || region === undefined) return null;
  const { power, kwh, grams } = energyOf(product.powerWatts, region.gramsCo2PerKwh, manner);
  return (
    <Card title={t`Energy`}>
      <KeyFigure
        note={
          <Trans>
            Estimated for this product at full load. {region.energySource}, {region.gramsCo2PerKwh}{" "}
            gCO₂e per kWh
          </Trans>
        }
      >
        {power}
      </KeyFigure>
      <div className={styles["pairs"]}>
        <KeyValue pairs={[[t`Per hour`, t`${kwh} kWh · ${grams} gCO₂e`]]} />
      </div>
    </Card>
  );
}
