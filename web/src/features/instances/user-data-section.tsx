import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { maxUserDataLength, userDataError } from "#contracts/user-data.ts";
import { fieldErrorMessage } from "../../lib/i18n/field-error-messages.ts";
import { formatInteger } from "../../lib/i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/card.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { Field, Textarea } from "../../ui/field.tsx";
import styles from "./order.module.css";
import type { OrderForm } from "./order-form.tsx";

/** The advanced field for cloud-init: folded until the user needs it, and checked while they type. */
export function UserDataSection({ form, isLost }: { form: OrderForm; isLost: boolean }) {
  const { t, i18n } = useLingui();
  const { field, input } = form.field("userData");
  const text = input.value;
  const [isOpen, setOpen] = useState(text !== "" || isLost);
  const found = text === "" ? null : userDataError(text);
  const error = found === null ? field.error : fieldErrorMessage(i18n, found);
  return (
    <Section
      title={t`User data`}
      help={t`Advanced: a cloud-init configuration or script that runs on the first start`}
      aside={
        !isOpen && (
          <Button tone="subtle" icon="plus" onClick={() => setOpen(true)}>
            <Trans>Add user data</Trans>
          </Button>
        )
      }
    >
      {isLost && text === "" && (
        <Callout tone="warn">
          <p>
            <Trans>
              The link is of an instance with user data, which links don't contain. Enter it again,
              or continue without it.
            </Trans>
          </p>
        </Callout>
      )}
      {isOpen && (
        <Field
          {...field}
          label={t`User data`}
          error={error}
          help={t`Plain text in UTF-8 that starts with #cloud-config or #!. It's not part of links, because it may contain secrets.`}
          aside={
            <span className={styles["counter"]}>
              {t`${formatInteger(text.length, i18n)} of ${formatInteger(maxUserDataLength, i18n)} characters`}
            </span>
          }
        >
          <Textarea
            {...input}
            invalid={error !== undefined}
            mono
            rows={8}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            placeholder={"#cloud-config\npackage_update: true"}
          />
        </Field>
      )}
    </Section>
  );
}
