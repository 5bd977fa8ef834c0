/** Values before and after an activity, field by field. For a secret it only states that it changed. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity-entry.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Card } from "../../ui/card.tsx";
import styles from "./activity.module.css";
import { findChangedField } from "./feature-changed-fields.ts";
import { useDisplayNames } from "./use-display-names.ts";

const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

export function ChangesTable({ action, changes }: Pick<Activity, "action" | "changes">) {
  const { t } = useLingui();
  if (changes.length === 0)
    return (
      <Card title={t`Changes`}>
        <p className={styles["none"]}>
          <Trans>No recorded field changes</Trans>
        </p>
      </Card>
    );
  // Where nothing was before, as after a creation, or nothing is after, one column of values says it all.
  const hasBefore = changes.some(({ from }) => !isEmpty(from));
  const hasAfter = changes.some(({ to }) => !isEmpty(to));
  const isChange = hasBefore && hasAfter;
  return (
    <Card title={t`Changes`}>
      <table className={styles["changes"]}>
        <caption className="visually-hidden">{t`Changes`}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Field</Trans>
            </th>
            {hasBefore && (
              <th scope="col">
                <Trans>Before</Trans>
              </th>
            )}
            {(hasAfter || !hasBefore) && (
              <th scope="col">{isChange ? <Trans>After</Trans> : <Trans>Value</Trans>}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, from, to }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a field can occur twice, and rows never move
            <tr key={`${field} ${place}`}>
              <FieldName action={action} field={field} />
              {hasBefore && (
                <td data-label={t`Before`} className={styles["before"]}>
                  <Value action={action} field={field} value={from} />
                </td>
              )}
              {(hasAfter || !hasBefore) && (
                <td data-label={isChange ? t`After` : t`Value`}>
                  <Value action={action} field={field} value={to} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function FieldName({ action, field }: { action: string; field: string }) {
  const { i18n } = useLingui();
  const known = findChangedField(action, field);
  return <th scope="row">{known === null ? field : i18n._(known.label)}</th>;
}

/** Value that the audit log stores for a changed secret. */
const redactedValue = "changed";

function Value({ action, field, value }: { action: string; field: string; value: unknown }) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const names = useDisplayNames();
  if (isEmpty(value)) return "–";
  if (value === redactedValue)
    return <span className={styles["redacted"]}>{t`•••• (secret)`}</span>;
  const words = findChangedField(action, field)?.value?.(value, { i18n, localeSettings, names });
  if (words !== null && words !== undefined) return words;
  return <PlainValue value={value} />;
}

function PlainValue({ value }: { value: unknown }): ReactNode {
  const { t } = useLingui();
  if (typeof value === "boolean") return value ? t`Yes` : t`No`;
  if (typeof value === "string" || typeof value === "number") return value;
  if (Array.isArray(value) && value.every((part) => typeof part === "string"))
    return value.join(", ");
  return <code>{JSON.stringify(value)}</code>;
}
