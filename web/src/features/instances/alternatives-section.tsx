import { useLingui } from "@lingui/react/macro";
import type { Product, Region } from "#contracts/catalogue.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { Section } from "../../ui/card.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { ChoiceFields } from "../queue/shared/choice-fields.tsx";
import { parseChoice, useChoiceOptions } from "../queue/shared/choices.ts";
import { parseRate } from "../queue/shared/parse-rate.ts";
import { withAlternatives } from "./alternatives.ts";
import styles from "./order.module.css";
import type { OrderForm } from "./order-form.tsx";

interface AlternativesSectionProps {
  readonly form: OrderForm;
  readonly offer: { readonly products: readonly Product[]; readonly regions: readonly Region[] };
  readonly product: Product;
  /** Handle. */
  readonly region: string;
}

/** What to create if the product is sold out. */
export function AlternativesSection({ form, offer, product, region }: AlternativesSectionProps) {
  const { t } = useLingui();
  const { alternatives, maxRateMicrosPerHour } = form.values;
  const options = useChoiceOptions(product, region, offer);
  const price = form.field("maxRateMicrosPerHour");
  const maximum = parseRate(maxRateMicrosPerHour);
  const dear = alternatives
    .flatMap((key) => offer.products.find(({ id }) => id === parseChoice(key).product) ?? [])
    .find(({ rateMicrosPerHour }) => typeof maximum === "number" && rateMicrosPerHour > maximum);
  return (
    <Section
      title={t`If it's sold out`}
      help={t`Optional: what to create instead, if ${product.name} is gone when you order`}
    >
      <div className={styles["alternatives"]}>
        <ChoiceFields
          value={alternatives}
          onChange={(next) => form.change(withAlternatives(next, form.values, product))}
          options={options}
          bind={(at, key, onChange) => form.at(`alternatives.${at}.product`, key, onChange)}
        />
        {alternatives.length > 0 && (
          <Field
            {...price.field}
            help={
              dear === undefined
                ? t`For each instance. Nothing that costs more is created.`
                : t`${dear.name} costs ${formatHourlyRate(dear.rateMicrosPerHour)}. It isn't created at this limit.`
            }
          >
            <TextInput {...price.input} inputMode="decimal" autoComplete="off" maxLength={12} />
          </Field>
        )}
      </div>
    </Section>
  );
}
