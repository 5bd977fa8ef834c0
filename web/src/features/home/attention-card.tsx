import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Attention } from "#contracts/workspaces.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { formatDuration, formatRelativeTime } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icons.tsx";
import { causeLabel } from "../instances/shared/instance-labels.ts";
import styles from "./home.module.css";

interface AttentionCardProps {
  readonly workspace: string;
  readonly attention: readonly Attention[];
}

/** What a user should look at, most urgent first; each entry leads to its page. */
export function AttentionCard({ workspace, attention }: AttentionCardProps) {
  const { t } = useLingui();
  return (
    <Card title={t`Needs attention`}>
      <ul className={styles["attention"]}>
        {attention.map((item) => (
          <li key={item.kind} data-tone={tones[item.kind]}>
            <Icon name={icons[item.kind]} />
            <div>
              <AttentionLink workspace={workspace} item={item}>
                <AttentionTitle item={item} />
              </AttentionLink>
              <AttentionDetail item={item} />
            </div>
            <Icon name="right" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const tones: Record<Attention["kind"], "danger" | "warn" | "info"> = {
  instance_failed: "danger",
  instance_unreachable: "danger",
  instance_slow: "warn",
  token_expiring: "warn",
  invite_open: "info",
  no_key: "warn",
};

const icons = {
  instance_failed: "warning",
  instance_unreachable: "warning",
  instance_slow: "server",
  token_expiring: "terminal",
  invite_open: "users",
  no_key: "key",
} as const satisfies Record<Attention["kind"], string>;

const statuses = {
  instance_failed: "error",
  instance_unreachable: "unknown",
  instance_slow: "pending,building",
} as const;

/** Leads to the object, or to the list of several. */
function AttentionLink({
  workspace,
  item: { kind, count, objects },
  children,
}: {
  workspace: string;
  item: Attention;
  children: ReactNode;
}) {
  const [first] = objects;
  const only = count === 1 ? first?.id : undefined;
  const params = { workspace };
  switch (kind) {
    case "instance_failed":
    case "instance_unreachable":
    case "instance_slow":
      return only === undefined ? (
        <Link to="/$workspace/instances" params={params} search={{ status: statuses[kind] }}>
          {children}
        </Link>
      ) : (
        <Link to="/$workspace/instances/$instanceID" params={{ workspace, instanceID: only }}>
          {children}
        </Link>
      );
    case "token_expiring":
      return only === undefined ? (
        <Link to="/$workspace/settings/access-tokens" params={params}>
          {children}
        </Link>
      ) : (
        <Link
          to="/$workspace/settings/access-tokens/$tokenID"
          params={{ workspace, tokenID: only }}
        >
          {children}
        </Link>
      );
    case "invite_open":
      return (
        <Link to="/$workspace/settings/pending-team-members" params={params}>
          {children}
        </Link>
      );
    case "no_key":
      return (
        <Link to="/$workspace/settings/credentials" params={params}>
          {children}
        </Link>
      );
  }
}

function AttentionTitle({ item: { kind, count, objects } }: { item: Attention }) {
  const name = objects[0]?.name ?? "";
  switch (kind) {
    case "instance_failed":
      return count === 1 ? (
        <Trans>{name} failed</Trans>
      ) : (
        <Plural value={count} one="# instance failed" other="# instances failed" />
      );
    case "instance_unreachable":
      return count === 1 ? (
        <Trans>{name} isn't responding</Trans>
      ) : (
        <Plural
          value={count}
          one="# instance isn't responding"
          other="# instances aren't responding"
        />
      );
    case "instance_slow":
      return count === 1 ? (
        <Trans>{name} takes unusually long to build</Trans>
      ) : (
        <Plural
          value={count}
          one="# instance takes unusually long to build"
          other="# instances take unusually long to build"
        />
      );
    case "token_expiring":
      return count === 1 ? (
        <Trans>Access token {name} expires soon</Trans>
      ) : (
        <Plural
          value={count}
          one="# access token expires soon"
          other="# access tokens expire soon"
        />
      );
    case "invite_open":
      return <Plural value={count} one="# open invitation" other="# open invitations" />;
    case "no_key":
      return <Trans>No SSH key</Trans>;
  }
}

/** Names, cause and time, as far as the title does not say them. */
function AttentionDetail({ item }: { item: Attention }) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const now = useNow();
  const { kind, count, objects, at, reason } = item;
  const more = count - objects.length;
  const names = objects.map(({ name }) => name).join(", ");
  const listed = more > 0 ? t`${names} and ${more} more` : names;
  const relative = at === null ? "" : formatRelativeTime(at, now, localeSettings);
  const elapsed = at === null ? "" : formatDuration((now - Date.parse(at)) / 1_000);
  const times: Record<Attention["kind"], string | null> = {
    instance_failed: causeLabel(i18n, reason),
    instance_unreachable: causeLabel(i18n, reason),
    instance_slow: causeLabel(i18n, reason) ?? t`Ordered ${elapsed} ago`,
    token_expiring: count === 1 ? t`Expires ${relative}` : t`The first one expires ${relative}`,
    invite_open: count === 1 ? t`Expires ${relative}` : t`The first one expires ${relative}`,
    no_key: t`An SSH key is required to create instances.`,
  };
  const named = kind === "invite_open" || (kind !== "no_key" && count > 1) ? listed : null;
  const parts = [named, times[kind]].filter((part) => part !== null && part !== "");
  return parts.length === 0 ? null : <p>{parts.join(" · ")}</p>;
}
