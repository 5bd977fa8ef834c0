/** Before and after, field by field. A secret only says that it was changed. */
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
            // oxlint-disable-next-line react/no-array-index-key -- a field can be there twice, and none moves
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

/** How the audit writes a secret: that it is another one now, never what it is. */
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
