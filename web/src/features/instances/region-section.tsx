import { useLingui } from "@lingui/react/macro";
import type { Region } from "#contracts/catalogue.ts";
import { Section } from "../../ui/card.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import type { OrderForm } from "./order-form.tsx";
import { regionLabel } from "./order-labels.ts";

export function RegionSection({
  form,
  regions,
  onChoose,
}: {
  form: OrderForm;
  regions: readonly Region[];
  onChoose: (region: string) => void;
}) {
  const { t } = useLingui();
  const { field, input } = form.field("region");
  return (
    <Section title={t`Region`} help={t`Energy source and distance differ. Prices are the same.`}>
      <RadioCards
        {...input}
        onChange={onChoose}
        legend={t`Region`}
        error={field.error}
        options={regions.map((region) => ({
          value: region.handle,
          title: regionLabel(region),
          description: t`${region.energySource} · ${region.gramsCo2PerKwh} gCO₂e per kWh`,
          reason:
            region.status === "unreachable"
              ? t`Not responding right now. Choose another region or try again later.`
              : null,
        }))}
      />
    </Section>
  );
}
