import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { FormProblem } from "../../components/use-endpoint-form.ts";
import { useDefaultName } from "../../components/use-all-projects.ts";
import { formatHourlyRate, formatMonthlyRate } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { useChoiceNames } from "../queue/shared/choices.ts";
import { formatTypedRate } from "./alternatives.ts";
import type { CartLine } from "./cart-line.ts";
import styles from "./cart.module.css";
import type { OrderFormData } from "./order-form-state.ts";
import { incompatibilityMessage, regionLabel, shortageMessage } from "./order-labels.ts";
import { PriceComparison } from "./order-summary.tsx";

interface CartLineRowProps {
  readonly line: CartLine;
  /** Counted from 0. */
  readonly position: number;
  readonly data: OrderFormData;
  /** The problems of the whole order. */
  readonly problems: readonly FormProblem[];
  /** The displayed price before the server reported another one; undefined without a change. */
  readonly oldRate: number | null | undefined;
  readonly edit: ReactNode;
  /** Waits for what is sold out; null where nothing is. */
  readonly onWait: (() => void) | null;
  readonly onRemove: () => void;
}

/** One line: what it orders, what it costs, and what stands in its way. */
export function CartLineRow({
  line,
  position,
  data,
  problems,
  oldRate,
  edit,
  onWait,
  onRemove,
}: CartLineRowProps) {
  const { t, i18n } = useLingui();
  const { draft, product, region, image, quantity } = line;
  const defaultName = useDefaultName(data.projects);
  const keys = data.keys.filter(({ id }) => draft.workspaceCredential.includes(id));
  const project = data.projects.find(({ id }) => id === draft.projectId)?.name ?? defaultName;
  const otherwise = useChoiceNames(data.offer)(draft.alternatives);
  const maximum = formatTypedRate(draft.maxRateMicrosPerHour);
  const notes = useLineNotes(line, position, problems);
  const name = product?.name ?? t`No longer available`;
  return (
    <li className={styles["line"]}>
      <div className={styles["head"]}>
        <h2 translate={product === undefined ? undefined : "no"}>{name}</h2>
        <p className={styles["price"]} translate="no">
          {product === undefined ? (
            "–"
          ) : (
            <>
              <strong>{t`${formatHourlyRate(product.rateMicrosPerHour, quantity)}/hour`}</strong>
              <span>{t`${formatMonthlyRate(product.rateMicrosPerHour, quantity)}/month`}</span>
            </>
          )}
        </p>
      </div>
      <p className={styles["facts"]}>
        <Facts
          items={[
            t`${plural(quantity, { one: "# instance", other: "# instances" })}`,
            product?.variant === "bare_metal" && t`Bare metal`,
            region === undefined ? t`Unknown region` : regionLabel(region, i18n.locale),
            image?.name ?? t`Unknown operating system`,
            keys.length > 2 ? t`${keys.length} keys` : keys.map((key) => key.name).join(", "),
            project,
            draft.userData !== "" && t`with user data`,
          ]}
        />
      </p>
      <ul className={styles["names"]} aria-label={t`Hostnames`} translate="no">
        {draft.hostname.map((hostname, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a hostname is identified by its position in the order
          <li key={at}>{hostname}</li>
        ))}
      </ul>
      {draft.alternatives.length > 0 && (
        <p className={styles["facts"]}>{t`Otherwise ${otherwise}, at most ${maximum}/hour`}</p>
      )}
      {notes.map((note) => (
        <p key={note} className={styles["note"]}>
          {note}
        </p>
      ))}
      {oldRate !== undefined && product !== undefined && (
        <div role="alert">
          <Callout tone="warn">
            <p>
              <strong>
                <Trans>The price has changed</Trans>
              </strong>
            </p>
            <p>
              <Trans>Nothing has been created yet.</Trans>
            </p>
            {oldRate !== null && (
              <PriceComparison
                before={oldRate}
                now={product.rateMicrosPerHour}
                quantity={quantity}
              />
            )}
          </Callout>
        </div>
      )}
      <div className={styles["actions"]}>
        {edit}
        <Button
          tone="subtle"
          icon="trash"
          aria-label={t`Remove line ${position + 1}`}
          onClick={onRemove}
        >
          <Trans>Remove</Trans>
        </Button>
        {onWait !== null && (
          <Button aria-label={t`Wait for line ${position + 1}`} onClick={onWait}>
            <Trans>Wait for it</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}

/** What stands in the way of a line: known from the catalog, or reported by the server. */
function useLineNotes(
  { product, region, image, obstacle, imageObstacle, isUserDataLost }: CartLine,
  position: number,
  problems: readonly FormProblem[],
): string[] {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const place = region?.name ?? "";
  const prefix = `lines.${position}.`;
  const reported = problems
    .filter(({ path }) => path.startsWith(prefix) && !path.startsWith(`${prefix}hostname.`))
    .map(({ message }) => message);
  const known = [
    product === undefined && t`This product is no longer available. Change or remove this line.`,
    obstacle !== null && shortageMessage(i18n, localeSettings, obstacle, place),
    image === undefined && t`This operating system is no longer available. Change this line.`,
    imageObstacle !== null &&
      `${image?.name ?? ""}: ${incompatibilityMessage(i18n, localeSettings, imageObstacle, place)}`,
    region?.status === "unreachable" && t`${place} isn't responding right now`,
    isUserDataLost &&
      t`The link doesn't contain the user data of this line. Change the line: enter it again, or save it without.`,
  ].filter((note) => note !== false);
  return known.length > 0 ? known : [...new Set(reported)];
}
