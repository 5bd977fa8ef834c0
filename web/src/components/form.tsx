import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { useOptionalWorkspace } from "../lib/session/permissions.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/feedback.tsx";
import { pageStyles } from "../ui/page.tsx";
import type { UntypedForm } from "./use-endpoint-form.ts";
import { BaseForm, type BaseFormProps, FormErrorSummary as Problems } from "./base-form.tsx";
import { useEndpointReason } from "./use-action-denial.ts";
import { CodeButton } from "./code-button.tsx";
import { UnsentFormGuard } from "./unsent-form-guard.tsx";

/** Problems of a form. A permission that was lost while the form is open comes first. */
export function FormProblems({ form }: { form: UntypedForm }) {
  const denied = useDenied(form);
  // A form that was never allowed shows the reason at its fields.
  const [wasAllowed] = useState(denied === null);
  if (denied === null || !wasAllowed) return <Problems form={form} />;
  return (
    <Callout tone="danger">
      <p>
        <strong>
          <Trans>This form can't be sent</Trans>
        </strong>
      </p>
      <p>{denied}</p>
    </Callout>
  );
}

function useDenied({ contract }: UntypedForm): string | null {
  const reasonFor = useEndpointReason();
  const role = useOptionalWorkspace();
  const { kind } = contract.access;
  const isPermissionChecked = kind === "staff" || (kind === "can" && role !== null);
  return isPermissionChecked ? reasonFor(contract) : null;
}

/** The code sample of the form's request; renders nothing for a request that may hold a secret. */
export const FormCodeButton = ({ form, label }: { form: UntypedForm; label?: string }) => (
  <CodeButton kind="form" requested={form.requested} {...(label === undefined ? {} : { label })} />
);

interface FormProps extends BaseFormProps {
  /** Name of the form's request among those of the page; false when `FormCodeButton` is placed elsewhere. */
  readonly code?: string | false;
  /** Whether to warn before unsubmitted text is lost; false where a dialog does. */
  readonly guard?: boolean;
}

/** A form of the console with a code sample of its request. */
export const Form = ({ code, guard = true, children, ...plain }: FormProps) => (
  <BaseForm {...plain}>
    {children}
    {guard && <UnsentFormGuard form={plain.form} />}
    {code !== false && (
      <FormCodeButton form={plain.form} {...(code === undefined ? {} : { label: code })} />
    )}
  </BaseForm>
);

interface FormBodyProps {
  readonly form: UntypedForm;
  readonly submit: ReactNode;
  readonly cancel?: ReactNode;
  readonly children: ReactNode;
}

/** A column of fields with the error summary above and the buttons below. */
export const FormBody = ({ form, submit, cancel, children }: FormBodyProps) => (
  <Form form={form} code={false} className={pageStyles["form"] ?? ""}>
    <FormProblems form={form} />
    {children}
    <div className={pageStyles["formActions"]}>
      <Button tone="primary" type="submit" busy={form.busy}>
        {submit}
      </Button>
      {cancel}
    </div>
  </Form>
);
