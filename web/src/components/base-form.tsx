import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Callout } from "../ui/feedback.tsx";
import type { UntypedForm } from "./use-endpoint-form.ts";

/** All validation errors in one list, each linked to its field; announced to screen readers. */
export function FormErrorSummary({ form }: { form: UntypedForm }) {
  const { t } = useLingui();
  const { problems, failure, idOf } = form;
  if (failure !== null) {
    return (
      <Callout tone="danger">
        <p>{failure.message}</p>
        {failure.requestId !== null && (
          <p>
            <Trans>
              Request ID: <code>{failure.requestId}</code>
            </Trans>
          </p>
        )}
      </Callout>
    );
  }
  // A single error is already shown at its field.
  if (problems.length < 2) return null;
  return (
    <Callout tone="danger">
      <p>
        <strong>{t`Check these fields`}</strong>
      </p>
      <ul>
        {problems.map(({ path, label, message }) => (
          <li key={path}>
            <a
              href={`#${idOf(path)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(idOf(path))?.focus();
              }}
            >
              {label}
            </a>
            : {message}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

export interface BaseFormProps {
  readonly form: UntypedForm;
  /** Lets a submit button outside of the form refer to it, such as in a dialog's footer. */
  readonly id?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The form element of an endpoint form, which submits on Enter. */
export const BaseForm = ({ form, id, className, children }: BaseFormProps) => (
  <form
    noValidate
    // Before the code has loaded, a browser would send the typed values in the URL. With this method it sends nothing.
    method="dialog"
    id={id}
    className={className}
    onSubmit={(event) => {
      event.preventDefault();
      void form.submit();
    }}
  >
    {children}
  </form>
);
