import { useLingui } from "@lingui/react/macro";
import type { Image, Product } from "#contracts/catalogue.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Section } from "../../ui/card.tsx";
import { FieldNotes, Select } from "../../ui/field.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import styles from "./order.module.css";
import { imageIncompatibility, isEndOfLife } from "./order-form-state.ts";
import type { OrderForm } from "./order-form.tsx";
import { incompatibilityMessage } from "./order-labels.ts";
import { SectionMessages } from "./section-messages.tsx";

interface ImageSectionProps {
  readonly form: OrderForm;
  readonly images: readonly Image[];
  readonly region: { readonly handle: string; readonly name: string };
  readonly product: Product | undefined;
  readonly today: string;
  /** Names a selection that the last change removed. */
  readonly note: string | null;
}

/** Selects the operating system family, then the version; incompatible versions show the reason. */
export function ImageSection({ form, images, region, product, today, note }: ImageSectionProps) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const { field, input } = form.field("operatingsystem");
  const incompatibility = (image: Image) => imageIncompatibility(image, region.handle, product);
  const families = Map.groupBy(images, ({ family }) => family);
  const selected = images.find(({ id }) => id === input.value);
  const versions = families.get(selected?.family ?? "") ?? [];
  /** The first compatible version, preferring maintained ones. */
  const firstCompatible = (members: readonly Image[]) => {
    const fitting = members.filter((image) => incompatibility(image) === null);
    return fitting.find((image) => !isEndOfLife(image, today)) ?? fitting[0];
  };
  const versionLabel = (image: Image): string => {
    const obstacle = incompatibility(image);
    if (obstacle !== null)
      return `${image.version}: ${incompatibilityMessage(i18n, localeSettings, obstacle, region.name)}`;
    return isEndOfLife(image, today) ? t`${image.version} (end of life)` : image.version;
  };
  const endOfLifeMessage = (image: Image): string | undefined => {
    if (image.endOfLife === null) return undefined;
    const day = formatDate(`${image.endOfLife}T00:00:00Z`, { ...localeSettings, timeZone: "UTC" });
    return isEndOfLife(image, today)
      ? t`No security updates since ${day}. Choose it only if you need this version.`
      : t`Security updates until ${day}. Sign in as ${image.defaultUser}.`;
  };
  return (
    <Section title={t`Operating system`} help={t`Installed fresh on the instance's disk`}>
      <div className={styles["images"]}>
        <SectionMessages
          id={field.id}
          error={
            selected === undefined && field.error !== undefined
              ? t`Choose an operating system`
              : undefined
          }
          note={note}
        />
        <div className={styles["system"]}>
          <RadioCards
            {...input}
            id={`${field.id}.family`}
            name="family"
            value={selected?.family ?? ""}
            onChange={(family) => {
              const image = firstCompatible(families.get(family) ?? []);
              if (image !== undefined) input.onChange(image.id);
            }}
            legend={t`Operating system`}
            options={[...families].map(([family, members]) => {
              const first = members[0];
              const obstacle =
                firstCompatible(members) === undefined && first !== undefined
                  ? incompatibility(first)
                  : null;
              return {
                value: family,
                title: family,
                reason:
                  obstacle === null
                    ? null
                    : incompatibilityMessage(i18n, localeSettings, obstacle, region.name),
              };
            })}
          />
          {selected !== undefined && (
            <Select
              {...input}
              id={`${field.id}.version`}
              invalid={field.error !== undefined}
              aria-label={t`Version`}
              options={versions.map((image) => ({
                value: image.id,
                label: versionLabel(image),
                disabled: incompatibility(image) !== null,
              }))}
            />
          )}
        </div>
        {selected !== undefined && (
          <FieldNotes
            id={`${field.id}.version`}
            error={field.error}
            help={endOfLifeMessage(selected)}
          />
        )}
      </div>
    </Section>
  );
}
