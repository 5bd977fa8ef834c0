import { useLingui } from "@lingui/react/macro";
import type { Image, Product } from "#contracts/catalogue.ts";
import { dayOf } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { Section } from "../../ui/card.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import styles from "./order.module.css";
import { imageObstacle, isEnded } from "./order-draft.ts";
import type { OrderForm } from "./order-form.tsx";
import { wordObstacle } from "./order-words.ts";
import { SectionNotes } from "./section-notes.tsx";

interface SystemSectionProps {
  readonly form: OrderForm;
  readonly images: readonly Image[];
  readonly region: { readonly handle: string; readonly name: string };
  readonly product: Product | undefined;
  readonly today: string;
  /** What the last change took out. */
  readonly note: string | null;
}

/** The family first, then its version; what does not go with region and product says why. */
export function SystemSection({ form, images, region, product, today, note }: SystemSectionProps) {
  const { t, i18n } = useLingui();
  const manner = useManner();
  const { field, input } = form.field("operatingsystem");
  const obstacleOf = (image: Image) => imageObstacle(image, region.handle, product);
  const families = Map.groupBy(images, ({ family }) => family);
  const chosen = images.find(({ id }) => id === input.value);
  const versions = families.get(chosen?.family ?? "") ?? [];
  /** The first one that fits; of those, one still maintained before one that is not. */
  const best = (members: readonly Image[]) => {
    const fitting = members.filter((image) => obstacleOf(image) === null);
    return fitting.find((image) => !isEnded(image, today)) ?? fitting[0];
  };
  const versionLabel = (image: Image): string => {
    const obstacle = obstacleOf(image);
    if (obstacle !== null)
      return `${image.version}: ${wordObstacle(i18n, manner, obstacle, region.name)}`;
    return isEnded(image, today) ? t`${image.version} (end of life)` : image.version;
  };
  const endOf = (image: Image): string | undefined => {
    if (image.endOfLife === null) return undefined;
    const day = dayOf(`${image.endOfLife}T00:00:00Z`, { ...manner, timeZone: "UTC" });
    return isEnded(image, today)
      ? t`No security updates since ${day}. Choose it only if you need this version.`
      : t`Security updates until ${day}. Sign in as ${image.defaultUser}.`;
  };
  return (
    <Section title={t`Operating system`} help={t`Installed fresh on the instance's disk`}>
      <div className={styles["systems"]}>
        <SectionNotes
          id={field.id}
          error={
            chosen === undefined && field.error !== undefined
              ? t`Choose an operating system`
              : undefined
          }
          note={note}
        />
        <div className={styles["tiles"]}>
          <RadioCards
            {...input}
            id={`${field.id}.family`}
            name="family"
            value={chosen?.family ?? ""}
            onChange={(family) => {
              const image = best(families.get(family) ?? []);
              if (image !== undefined) input.onChange(image.id);
            }}
            legend={t`Operating system`}
            options={[...families].map(([family, members]) => {
              const first = members[0];
              const obstacle =
                best(members) === undefined && first !== undefined ? obstacleOf(first) : null;
              return {
                value: family,
                title: family,
                reason:
                  obstacle === null ? null : wordObstacle(i18n, manner, obstacle, region.name),
              };
            })}
          />
        </div>
        {chosen !== undefined && (
          <div className={styles["version"]}>
            <Field
              id={`${field.id}.version`}
              label={t`Version`}
              error={field.error}
              help={endOf(chosen)}
            >
              <Select
                {...input}
                id={`${field.id}.version`}
                options={versions.map((image) => ({
                  value: image.id,
                  label: versionLabel(image),
                  disabled: obstacleOf(image) !== null,
                }))}
              />
            </Field>
          </div>
        )}
      </div>
    </Section>
  );
}
