import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { reachOf } from "#contracts/permissions.ts";
import { onlyWithEveryProject, type TokenScope } from "#contracts/tokens.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import { useWorkspace, whoMay } from "../../lib/permissions.ts";
import { wordRole } from "../../lib/wording.ts";
import { FieldNotes, type FieldTies, type InputTies } from "../../ui/field.tsx";
import styles from "./access-tokens.module.css";
import { type AreaId, areaIds, areas, type Choices, levels, scopesAt } from "./scope-areas.ts";
import { areaWords, confinedWords, levelWords, scopeWords } from "./scope-words.ts";

interface RightsFieldProps {
  readonly field: FieldTies;
  readonly input: InputTies<Choices>;
  readonly ofSomeProjects: boolean;
}

/** Per area how far a token goes, with what that lets it do, and what it does not get with the reason. */
export function RightsField({ field, input, ofSomeProjects }: RightsFieldProps) {
  const { t } = useLingui();
  return (
    <div className={styles["part"]}>
      <span className={styles["label"]} id={`${field.id}-label`}>
        {field.label}
      </span>
      <div
        id={field.id}
        tabIndex={-1}
        className={styles["areas"]}
        role="group"
        aria-labelledby={`${field.id}-label`}
        aria-describedby={`${field.id}-note`}
      >
        {areaIds.map((area) => (
          <AreaRow
            key={area}
            area={area}
            id={`${field.id}.${area}`}
            choices={input.value}
            onChange={input.onChange}
            ofSomeProjects={ofSomeProjects}
          />
        ))}
      </div>
      <FieldNotes
        id={field.id}
        error={field.error}
        help={t`Grant only the permissions the token needs`}
      />
    </div>
  );
}

interface AreaRowProps {
  readonly area: AreaId;
  readonly id: string;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
  readonly ofSomeProjects: boolean;
}

function AreaRow({ area, id, choices, onChange, ofSomeProjects }: AreaRowProps) {
  const { t, i18n } = useLingui();
  const { workspaceRole } = useWorkspace();
  const why = useWhyNot();
  const holds = (scope: TokenScope) => workspaceRole.permissions.includes(scope);
  const wanted = scopesAt(area, choices[area]);
  const isLeftOut = (scope: TokenScope) => ofSomeProjects && onlyWithEveryProject.has(scope);
  const given = wanted.filter((scope) => holds(scope) && !isLeftOut(scope));
  const worded = (scopes: readonly TokenScope[]) =>
    scopes
      .map((scope) =>
        i18n._(ofSomeProjects ? (confinedWords[scope] ?? scopeWords[scope]) : scopeWords[scope]),
      )
      .join(", ");
  const words = worded(given);
  const leftOut = worded(wanted.filter((scope) => holds(scope) && isLeftOut(scope)));
  const offered = levels.filter((level) => level !== "write" || areas[area].write.length > 0);
  return (
    <div
      className={styles["area"]}
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={`${id}-what`}
    >
      <span id={id} className={styles["areaName"]}>
        {i18n._(areaWords[area])}
      </span>
      <div className={styles["levels"]}>
        {offered.map((level) => {
          const asked = level === "none" ? [] : areas[area][level];
          const isOut = asked.length > 0 && !asked.some(holds);
          const reason = isOut ? why({ permission: asked[0] }) : null;
          return (
            <label key={level} title={reason ?? undefined}>
              <input
                type="radio"
                name={id}
                value={level}
                checked={choices[area] === level}
                aria-disabled={isOut || undefined}
                onChange={() => {
                  if (!isOut) onChange({ ...choices, [area]: level });
                }}
              />
              {i18n._(levelWords[level])}
            </label>
          );
        })}
      </div>
      <div id={`${id}-what`} className={styles["what"]}>
        {words !== "" && <p>{words}</p>}
        {wanted
          .filter((scope) => !holds(scope))
          .map((scope) => (
            <NotHeld key={scope} scope={scope} />
          ))}
        {leftOut !== "" && (
          <p>
            {t`Not included: ${leftOut}. A token limited to selected projects can't create or delete projects or change SSH keys.`}
          </p>
        )}
      </div>
    </div>
  );
}

/** What the maker's own role does not have. */
function NotHeld({ scope }: { scope: TokenScope }): ReactNode {
  const { i18n } = useLingui();
  const { workspaceRoleId } = useWorkspace();
  const words = i18n._(scopeWords[scope]);
  if (reachOf(workspaceRoleId, scope) !== null)
    return (
      <p>
        <Trans>Not included: {words}. Not available while you act as a customer.</Trans>
      </p>
    );
  const roles = whoMay(scope)
    .map((role) => wordRole(i18n, role))
    .join(", ");
  return (
    <p>
      <Trans>
        Not included: {words}. Your role doesn't allow this. Roles that do: {roles}.
      </Trans>
    </p>
  );
}
