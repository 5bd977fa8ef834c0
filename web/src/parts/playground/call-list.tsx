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
    <nav className={styles["list"]} aria-label={t`Calls`}>
      <Card flush>
        <div className={styles["search"]}>
          <SearchInput
            label={t`Search the calls`}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the list scrolls inside its frame */}
        <div className={styles["nouns"]}>
          {found.length === 0 && (
            <p className={styles["quiet"]}>
              <Trans>No call matches</Trans>
            </p>
          )}
          {nouns.map((noun) => (
            <section key={noun} aria-labelledby={`noun-${noun}`}>
              <h2 id={`noun-${noun}`}>{noun}</h2>
              <ul>
                {found
                  .filter((call) => call.noun === noun)
                  .map((call) => (
                    <li key={call.id}>
                      <Entry call={call} isChosen={call.id === chosen} workspace={workspace} />
                    </li>
                  ))}
              </ul>
            </section>
          ))}
          <p className={styles["quiet"]}>
            <Trans>
              Signing in, the account and invitations by link are not here: they carry passwords and
              codes.
            </Trans>
          </p>
        </div>
      </Card>
    </nav>
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
      className={styles["entry"]}
      aria-current={isChosen ? "true" : undefined}
    >
      <MethodTag method={call.method} />
      <span>
        <b>{call.id.slice(call.noun.length + 1)}</b>
        {refused !== null && (
          <span className={styles["refused"]} title={refused}>
            <Icon name="shield" size={13} />
            {t`not with your role`}
          </span>
        )}
        <small>{call.about}</small>
      </span>
    </Link>
  );
}
