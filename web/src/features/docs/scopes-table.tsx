import { Trans, useLingui } from "@lingui/react/macro";
import tokenScopes from "virtual:docs/scopes";
import { scopeLabels } from "../../lib/features/label-registry.ts";
import styles from "./docs.module.css";

/** The scopes that an access token can have, as the server checks them. */
export default function ScopesTable() {
  const { t, i18n } = useLingui();
  return (
    <div
      className={styles["table"]}
      role="region"
      aria-label={t`Scopes of access tokens`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than its frame is scrolled by keyboard
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Scope</Trans>
            </th>
            <th scope="col">
              <Trans>Allows a token to</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokenScopes.map((scope) => (
            <tr key={scope}>
              <td>
                <code>{scope}</code>
              </td>
              <td>{i18n._(scopeLabels[scope])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
