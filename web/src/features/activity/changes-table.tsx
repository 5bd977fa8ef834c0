/** Values before and after an activity, field by field. For a secret it only states that it changed. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Activity } from "#contracts/activity-entry.ts";
import { Card } from "../../ui/card.tsx";
import styles from "./activity.module.css";

export function ChangesTable({ changes }: { changes: Activity["changes"] }) {
  const { t } = useLingui();
  if (changes.length === 0)
    return (
      <Card title={t`Changes`}>
        <p>
          <Trans>No recorded field changes</Trans>
        </p>
      </Card>
    );
  return (
    <Card title={t`Changes`}>
      <table className={styles["changes"]}>
        <caption className="visually-hidden">{t`Changes`}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Field</Trans>
            </th>
            <th scope="col">
              <Trans>Before</Trans>
            </th>
            <th scope="col">
              <Trans>After</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, from, to }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a field can occur twice, and rows never move
            <tr key={`${field} ${place}`}>
              <th scope="row">{field}</th>
              <td data-label={t`Before`} className={styles["before"]}>
                <Value value={from} />
              </td>
              <td data-label={t`After`} className={styles["after"]}>
                <Value value={to} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Value that the audit log stores for a changed secret. */
const redactedValue = "changed";

function Value({ value }: { value: unknown }) {
  const { t } = useLingui();
  if (value === null || value === undefined || value === "") return "–";
  if (value === redactedValue)
    return <span className={styles["redacted"]}>{t`•••• (secret)`}</span>;
  if (typeof value === "boolean") return value ? t`Yes` : t`No`;
  if (Array.isArray(value) && value.every((part) => typeof part === "string"))
    return <code>{value.join(", ")}</code>;
  return <code>{typeof value === "string" ? value : JSON.stringify(value)}</code>;
}
