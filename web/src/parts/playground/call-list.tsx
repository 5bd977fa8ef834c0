import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useWhyNot } from "../../blocks/reason.ts";
import { Card } from "../../ui/card.tsx";
import { SearchInput } from "../../ui/chip.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { DocumentCall } from "./document.ts";
import { MethodTag } from "./method-tag.tsx";
import styles from "./playground.module.css";

interface CallListProps {
  readonly calls: readonly DocumentCall[];
  readonly chosen: string | null;
  readonly workspace: string | undefined;
}

/** In the list alone: the page stays where it is. */
function bringIntoList(entry: HTMLElement | null): void {
  const list = entry?.closest(`.${styles["nouns"]}`);
  if (entry === null || list === null || list === undefined) return;
  const place = entry.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (place.top < frame.top || place.bottom > frame.bottom)
    list.scrollTop += place.top - frame.top - frame.height / 3;
}

const matches = ({ id, about, path, method }: DocumentCall, term: string): boolean =>
  term
    .toLowerCase()
    .split(/\s+/)
    .every((part) => `${id} ${method} ${path} ${about}`.toLowerCase().includes(part));

/** All calls by their noun; typing narrows them. */
export function CallList({ calls, chosen, workspace }: CallListProps) {
  const { t } = useLingui();
  const [term, setTerm] = useState("");
  const found = calls.filter((call) => matches(call, term.trim()));
  const nouns = [...new Set(found.map(({ noun }) => noun))];
  return (
    <nav className={styles["list"]} aria-label={t`API calls`}>
      <Card flush>
        <div className={styles["search"]}>
          <SearchInput
            label={t`Search API calls`}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
        </div>
        <div className={styles["nouns"]}>
          {found.length === 0 && (
            <p className={styles["quiet"]}>
              <Trans>No matching calls</Trans>
            </p>
          )}
          {nouns.map((noun) => (
            <Noun
              key={noun}
              noun={noun}
              calls={found.filter((call) => call.noun === noun)}
              isSearched={term.trim() !== ""}
              chosen={chosen}
              workspace={workspace}
            />
          ))}
          <p className={styles["quiet"]}>
            <Trans>
              Calls for sign-in, account settings, and invitation links aren't listed, because they
              contain passwords and codes.
            </Trans>
          </p>
        </div>
      </Card>
    </nav>
  );
}

/** Shut until it is searched, or holds the chosen call: one gets past it with one key. */
function Noun({
  noun,
  calls,
  isSearched,
  chosen,
  workspace,
}: CallListProps & { noun: string; isSearched: boolean }) {
  return (
    <details open={isSearched || calls.some(({ id }) => id === chosen)}>
      <summary>
        <Icon name="right" size={14} />
        <span>{noun}</span>
        <span className={styles["count"]}>{calls.length}</span>
      </summary>
      <ul>
        {calls.map((call) => (
          <li key={call.id}>
            <Entry call={call} isChosen={call.id === chosen} workspace={workspace} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Entry({
  call,
  isChosen,
  workspace,
}: {
  call: DocumentCall;
  isChosen: boolean;
  workspace: string | undefined;
}) {
  const { t } = useLingui();
  const refused = useWhyNot()({ permission: call.permission ?? undefined });
  return (
    <Link
      to="/playground"
      search={{ call: call.id, workspace }}
      {...(isChosen ? { ref: bringIntoList } : {})}
      className={styles["entry"]}
      aria-current={isChosen ? "true" : undefined}
    >
      <MethodTag method={call.method} />
      <span>
        <b>{call.id.slice(call.noun.length + 1)}</b>
        {refused !== null && (
          <span className={styles["refused"]} title={refused}>
            <Icon name="shield" size={13} />
            {t`not available with your role`}
          </span>
        )}
        <small>{call.about}</small>
      </span>
    </Link>
  );
}
