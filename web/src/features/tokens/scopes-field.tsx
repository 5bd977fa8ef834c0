import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { permissionDenial } from "#contracts/actions/actor.ts";
import { sessionActor } from "#contracts/actions/session-actor.ts";
import { rolesWithPermission } from "#contracts/permissions.ts";
import { scopesRequiringAllProjects, type TokenScope } from "#contracts/tokens.ts";
import { useDisabledReason } from "../../components/use-disabled-reason.ts";
import { hasPermission, useWorkspace } from "../../lib/session/permissions.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { areaLabels, confinedScopeLabels, scopeLabels } from "../../lib/features/label-registry.ts";
import { classNames } from "../../ui/class-names.ts";
import { segmentedClass } from "../../ui/segmented.tsx";
import { FieldNotes, type FieldBinding, type InputBinding } from "../../ui/field.tsx";
import styles from "./access-tokens.module.css";
import {
  type AreaId,
  areaIds,
  areas,
  type ScopeChoices,
  type ScopeLevel,
  scopeLevels,
  scopesForLevel,
} from "./scope-areas.ts";

const levelLabels: Readonly<Record<ScopeLevel, MessageDescriptor>> = {
  none: msg`None`,
  read: msg`Read`,
  write: msg`Read and write`,
};

interface ScopesFieldProps {
  readonly field: FieldBinding;
  readonly input: InputBinding<ScopeChoices>;
  readonly isRestrictedToProjects: boolean;
}

/** Selects a level per area and shows which scopes it grants, and which ones it cannot grant and why. */
export function ScopesField({ field, input, isRestrictedToProjects }: ScopesFieldProps) {
  const { t } = useLingui();
  return (
    <div className={styles["section"]}>
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
            ofSomeProjects={isRestrictedToProjects}
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
  readonly choices: ScopeChoices;
  readonly onChange: (choices: ScopeChoices) => void;
  readonly ofSomeProjects: boolean;
}

function AreaRow({ area, id, choices, onChange, ofSomeProjects }: AreaRowProps) {
  const { t, i18n } = useLingui();
  const role = useWorkspace();
  const why = useDisabledReason();
  const holds = (scope: TokenScope) => hasPermission(role, scope);
  const requested = scopesForLevel(area, choices[area]);
  const isLeftOut = (scope: TokenScope) => ofSomeProjects && scopesRequiringAllProjects.has(scope);
  const given = requested.filter((scope) => holds(scope) && !isLeftOut(scope));
  const joinLabels = (scopes: readonly TokenScope[]) =>
    scopes
      .map((scope) =>
        i18n._(
          ofSomeProjects ? (confinedScopeLabels[scope] ?? scopeLabels[scope]) : scopeLabels[scope],
        ),
      )
      .join(", ");
  const labels = joinLabels(given);
  const leftOut = joinLabels(requested.filter((scope) => holds(scope) && isLeftOut(scope)));
  const offered = scopeLevels.filter((level) => level !== "write" || areas[area].write.length > 0);
  return (
    <div
      className={styles["area"]}
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={`${id}-what`}
    >
      <span id={id} className={styles["areaName"]}>
        {i18n._(areaLabels[area])}
      </span>
      <div className={classNames(segmentedClass, styles["levels"])}>
        {offered.map((level) => {
          const levelScopes = level === "none" ? [] : areas[area][level];
          const isOut = levelScopes.length > 0 && !levelScopes.some(holds);
          const reason = isOut ? why({ permission: levelScopes[0] }) : null;
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
              {i18n._(levelLabels[level])}
            </label>
          );
        })}
      </div>
      <div id={`${id}-what`} className={styles["scopeName"]}>
        {labels !== "" && <p>{labels}</p>}
        {requested
          .filter((scope) => !holds(scope))
          .map((scope) => (
            <MissingScopeHint key={scope} scope={scope} />
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

/** Explains a scope that the creator's own role does not have. */
function MissingScopeHint({ scope }: { scope: TokenScope }): ReactNode {
  const { i18n } = useLingui();
  const self = useSessionInfo();
  const role = useWorkspace();
  const words = i18n._(scopeLabels[scope]);
  if (permissionDenial(sessionActor(self, role), scope)?.code === "blocked_while_impersonating")
    return (
      <p>
        <Trans>Not included: {words}. Not available while you act as a customer.</Trans>
      </p>
    );
  const roles = rolesWithPermission(scope)
    .map((holder) => workspaceRoleLabel(i18n, holder))
    .join(", ");
  return (
    <p>
      <Trans>
        Not included: {words}. Your role doesn't allow this. Roles that do: {roles}.
      </Trans>
    </p>
  );
}
