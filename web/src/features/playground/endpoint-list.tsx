import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useEndpointReason } from "../../components/use-action-denial.ts";
import { Card } from "../../ui/card.tsx";
import { SearchInput } from "../../ui/filter-chip.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { DocumentedEndpoint } from "./openapi.ts";
import { MethodTag } from "./method-tag.tsx";
import styles from "./playground.module.css";

interface EndpointListProps {
  readonly endpoints: readonly DocumentedEndpoint[];
  readonly selected: string | null;
  readonly workspace: string | undefined;
}

/** Scrolls only the list, not the page. */
function scrollIntoList(entry: HTMLElement | null): void {
  const list = entry?.closest(`.${styles["resources"]}`);
  if (entry === null || list === null || list === undefined) return;
  const bounds = entry.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (bounds.top < frame.top || bounds.bottom > frame.bottom)
    list.scrollTop += bounds.top - frame.top - frame.height / 3;
}

const matches = ({ id, about, path, method }: DocumentedEndpoint, term: string): boolean =>
  term
    .toLowerCase()
    .split(/\s+/)
    .every((part) => `${id} ${method} ${path} ${about}`.toLowerCase().includes(part));

/** All endpoints by resource, filtered by typing. */
export function EndpointList({ endpoints, selected, workspace }: EndpointListProps) {
  const { t } = useLingui();
  const [term, setTerm] = useState("");
  const matching = endpoints.filter((endpoint) => matches(endpoint, term.trim()));
  const resources = [...new Set(matching.map(({ resource }) => resource))];
  return (
    <nav className={styles["list"]} aria-label={t`API calls`}>
      <Card unpadded>
        <div className={styles["search"]}>
          <SearchInput
            label={t`Search API calls`}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
        </div>
        <div className={styles["resources"]}>
          {matching.length === 0 && (
            <p className={styles["subtle"]}>
              <Trans>No matching calls</Trans>
            </p>
          )}
          {resources.map((resource) => (
            <ResourceGroup
              key={resource}
              resource={resource}
              endpoints={matching.filter((endpoint) => endpoint.resource === resource)}
              isSearched={term.trim() !== ""}
              selected={selected}
              workspace={workspace}
            />
          ))}
          <p className={styles["subtle"]}>
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

/**
 * Collapsed unless it matches a search or contains the selected endpoint, so that the keyboard can skip it with one
 * key.
 */
function ResourceGroup({
  resource,
  endpoints,
  isSearched,
  selected,
  workspace,
}: EndpointListProps & { resource: string; isSearched: boolean }) {
  return (
    <details open={isSearched || endpoints.some(({ id }) => id === selected)}>
      <summary>
        <Icon name="right" size={14} />
        <span>{resource}</span>
        <span className={styles["count"]}>{endpoints.length}</span>
      </summary>
      <ul>
        {endpoints.map((endpoint) => (
          <li key={endpoint.id}>
            <EndpointItem
              call={endpoint}
              isChosen={endpoint.id === selected}
              workspace={workspace}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

function EndpointItem({
  call: endpoint,
  isChosen,
  workspace,
}: {
  call: DocumentedEndpoint;
  isChosen: boolean;
  workspace: string | undefined;
}) {
  const { t } = useLingui();
  const rejected = useEndpointReason()(endpoint);
  return (
    <Link
      to="/playground"
      search={{ call: endpoint.id, workspace }}
      {...(isChosen ? { ref: scrollIntoList } : {})}
      className={styles["endpointItem"]}
      aria-current={isChosen ? "true" : undefined}
    >
      <MethodTag method={endpoint.method} />
      <span>
        <b>{endpoint.id.slice(endpoint.resource.length + 1)}</b>
        {rejected !== null && (
          <span className={styles["error"]} title={rejected}>
            <Icon name="shield" size={13} />
            {t`not available with your role`}
          </span>
        )}
        <small>{endpoint.about}</small>
      </span>
    </Link>
  );
}
