import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { UntypedForm } from "../../../components/use-endpoint-form.ts";
import { FormErrorSummary, BaseForm } from "../../../components/base-form.tsx";
import { useFocusHeading } from "../../../lib/hooks/use-focus-heading.ts";
import { usePageTitle } from "../../../lib/hooks/use-page-title.ts";
import type { RetryCountdown } from "../../../lib/hooks/use-retry-countdown.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/feedback.tsx";
import styles from "./auth-form.module.css";

/** Header of all sign-in and sign-up pages. */
export function AuthHeader({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title);
  const heading = useFocusHeading<HTMLHeadingElement>(title);
  return (
    <div>
      <h1 ref={heading} tabIndex={-1} className={styles["title"]}>
        {title}
      </h1>
      {children !== undefined && <p className={styles["subtitle"]}>{children}</p>}
    </div>
  );
}

/** Form of the auth pages: error summary, fields and one wide button. */
export function AuthForm({
  form,
  submit,
  retryCountdown,
  children,
}: {
  form: UntypedForm;
  submit: string;
  retryCountdown?: RetryCountdown;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const left = retryCountdown?.left ?? 0;
  const held = left > 0 ? { ...form, submit: () => Promise.resolve() } : form;
  return (
    <BaseForm form={held} className={styles["form"] ?? ""}>
      <FormErrorSummary form={form} />
      {left > 0 && (
        <Callout tone="danger">
          <Trans>Too many attempts. Your entries are kept. Try again when the timer ends.</Trans>
        </Callout>
      )}
      {children}
      <Button tone="primary" type="submit" wide busy={form.busy} disabled={left > 0}>
        {left > 0 ? t`Try again in ${left} s` : submit}
      </Button>
    </BaseForm>
  );
}

export { styles as authStyles };
