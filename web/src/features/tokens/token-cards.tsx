/** Cards of a token's page. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Token } from "#contracts/tokens.ts";
import { useHasPermission } from "../../lib/session/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText, DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Mono } from "../../ui/table.tsx";
import styles from "./access-tokens.module.css";
import { areaIds, scopesForLevel } from "./scope-areas.ts";
import { areaLabels, scopeLabels } from "../../lib/features/label-registry.ts";
import { Expiry, TokenLastUsed } from "./token-display.tsx";

export function TokenScopesCard({ token: { scopes, createdBy } }: { token: Token }) {
  const { t, i18n } = useLingui();
  const rights = areaIds.flatMap((area) => {
    const held = scopesForLevel(area, "write").filter((scope) => scopes.includes(scope));
    if (held.length === 0) return [];
    return [{ area, labels: held.map((scope) => i18n._(scopeLabels[scope])).join(", ") }];
  });
  return (
    <Card title={<Trans>Permissions</Trans>}>
      <ul className={styles["scopes"]} aria-label={t`Permissions`}>
        {rights.map(({ area, labels }) => (
          <li key={area}>
            <span className={styles["label"]}>{i18n._(areaLabels[area])}</span>
            <p>{labels}</p>
          </li>
        ))}
      </ul>
      <p className={styles["footer"]}>
        <Trans>
          Always limited to what {createdBy.name}'s role allows at the time of use. A token can
          never create tokens, invite people, make payments, or deactivate the workspace.
        </Trans>
      </p>
    </Card>
  );
}

export function TokenAccessCard({ workspace, token }: { workspace: string; token: Token }) {
  const { projects, ipRanges } = token;
  return (
    <Card title={<Trans>Access limits</Trans>}>
      <div className={styles["stack"]}>
        <div>
          <p className={styles["label"]}>
            <Trans>Projects</Trans>
          </p>
          {projects === null && (
            <p className={styles["subtle"]}>
              <Trans>All projects {token.createdBy.name} can access</Trans>
            </p>
          )}
          {projects?.length === 0 && (
            <p className={styles["subtle"]}>
              <Trans>None. Its projects were deleted, so the token can't access anything.</Trans>
            </p>
          )}
          {projects !== null && projects.length > 0 && (
            <ul className={styles["levelButtons"]}>
              {projects.map(({ id, name }) => (
                <li key={id}>
                  <Link to="/$workspace/projects/$projectID" params={{ workspace, projectID: id }}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div>
          <p className={styles["label"]}>
            <Trans>Allowed IP addresses</Trans>
          </p>
          {ipRanges.length === 0 ? (
            <p className={styles["subtle"]}>
              <Trans>Any IP address</Trans>
            </p>
          ) : (
            <ul className={styles["levelButtons"]}>
              {ipRanges.map((range) => (
                <li key={range}>
                  <Mono>{range}</Mono>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Card>
  );
}

export function TokenDetailsCard({ token }: { token: Token }) {
  const { t } = useLingui();
  return (
    <Card title={<Trans>Token</Trans>}>
      <DescriptionList
        pairs={[
          [
            token.status === "expired" ? t`Expired` : t`Expires`,
            token.status === "revoked" ? null : <Expiry key="expiry" token={token} exact />,
          ],
          [t`Last used`, <TokenLastUsed key="use" {...token} />],
          [t`Created`, <RelativeTime key="made" at={token.createdAt} exact />],
          [t`Created by`, token.createdBy.name],
          [t`ID`, <CopyText key="id" text={token.id} what={t`ID`} />],
        ]}
      />
    </Card>
  );
}

export function TokenActivityCard({ workspace, token }: { workspace: string; token: Token }) {
  const maySee = useHasPermission("activity.view");
  if (!maySee) return null;
  return (
    <Card title={<Trans>Activity</Trans>}>
      <p className={styles["subtle"]}>
        <Trans>
          Every change this token makes is recorded under the name {token.name} in the workspace's
          activity.
        </Trans>
      </p>
      <p className={styles["links"]}>
        <Link to="/$workspace/activities" params={{ workspace }} search={{ actor: token.id }}>
          <Trans>Activity of this token</Trans>
        </Link>
        <Link
          to="/$workspace/activities"
          params={{ workspace }}
          search={{ activityType: "tokens" }}
        >
          <Trans>Changes to tokens</Trans>
        </Link>
      </p>
    </Card>
  );
}
