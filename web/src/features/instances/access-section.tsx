import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Image } from "#contracts/catalogue.ts";
import type { Credential, ListedCredential } from "#contracts/credentials.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/card.tsx";
import { Checkbox, FieldNotes } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { Badge } from "../../ui/status.tsx";
import { AddKey } from "./add-key.tsx";
import styles from "./order.module.css";
import { isLockedOut } from "./order-form-state.ts";
import type { OrderForm } from "./order-form.tsx";

/** More keys are shown on demand; selected keys are always visible. */
const initiallyVisible = 6;

export function AccessSection({
  form,
  keys,
  image,
  workspace,
}: {
  form: OrderForm;
  keys: readonly ListedCredential[];
  image: Image | undefined;
  workspace: string;
}) {
  const { t } = useLingui();
  const [adding, setAdding] = useState(false);
  const [all, setAll] = useState(false);
  const { field, input } = form.field("workspaceCredential");
  const selected = input.value;
  const systemName = image?.name ?? "";
  // The error of a single key is shown for the whole section.
  const error = form.problems.find(
    ({ path }) => path === "workspaceCredential" || path.startsWith("workspaceCredential."),
  )?.message;
  const sorted = [...keys].sort((one, other) => Number(other.isDefault) - Number(one.isDefault));
  const shown = all
    ? sorted
    : sorted.filter((key, place) => place < initiallyVisible || selected.includes(key.id));
  const toggle = (id: string, on: boolean) =>
    input.onChange(on ? [...selected, id] : selected.filter((other) => other !== id));
  const added = (key: Credential) => {
    setAdding(false);
    input.onChange([...selected, key.id]);
  };
  const isFirst = keys.length === 0;
  return (
    <Section
      title={isFirst ? t`Add your first key` : t`SSH keys`}
      help={
        isFirst
          ? t`You sign in with an SSH key; there's no password. This key is saved for your next instances.`
          : t`Anyone with one of these keys can sign in. There's no password.`
      }
      aside={
        !isFirst &&
        !adding && (
          <Button tone="subtle" icon="plus" onClick={() => setAdding(true)}>
            <Trans>Add a key</Trans>
          </Button>
        )
      }
    >
      <div
        id={field.id}
        tabIndex={-1}
        className={styles["access"]}
        role="group"
        aria-label={t`SSH keys`}
      >
        {!isFirst && (
          <ul className={styles["keys"]}>
            {shown.map((key) => (
              <li key={key.id}>
                <Checkbox
                  id={`${field.id}.${key.id}`}
                  name="workspaceCredential"
                  value={selected.includes(key.id)}
                  onChange={(on) => toggle(key.id, on)}
                  label={
                    <>
                      <span className={styles["keyName"]}>{key.name}</span>{" "}
                      {key.isDefault && <Badge>{t`Default`}</Badge>}
                    </>
                  }
                  help={
                    <span
                      className={styles["fingerprint"]}
                      title={key.fingerprintSha256 ?? undefined}
                    >
                      {key.type.replace("ssh-", "")} <code>{key.fingerprintSha256}</code>
                    </span>
                  }
                />
              </li>
            ))}
          </ul>
        )}
        {isLockedOut(image, selected, keys) && (
          <Callout tone="warn">
            {t`${systemName} can't use security keys, so nobody could sign in. Choose one more key.`}
          </Callout>
        )}
        <FieldNotes id={field.id} error={error} />
        {shown.length < keys.length && (
          <Button tone="subtle" className={styles["startSection"]} onClick={() => setAll(true)}>
            {t`Show all ${keys.length} keys`}
          </Button>
        )}
        {(isFirst || adding) && (
          <AddKey
            workspace={workspace}
            onAdded={added}
            {...(isFirst ? {} : { onCancel: () => setAdding(false) })}
          />
        )}
      </div>
    </Section>
  );
}
