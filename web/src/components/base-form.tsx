import { Trans, useLingui } from "@lingui/react/macro";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { isReloadingSafely } from "../lib/browser/release.ts";
import { Callout } from "../ui/feedback.tsx";
import type { UntypedForm } from "./use-endpoint-form.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";

const DiscardChangesDialog = lazyPart(() => import("./discard-changes-dialog.tsx"));

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
  readonly guard?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The form element of an endpoint form: submits on Enter and warns before unsubmitted text is lost. */
export function BaseForm({ form, id, guard = true, className, children }: BaseFormProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => guard && form.dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => guard && form.dirty && !isReloadingSafely(),
    withResolver: true,
  });
  return (
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
      {blocker.status === "blocked" && (
        <Suspense>
          <DiscardChangesDialog onStay={blocker.reset} onDiscard={blocker.proceed} />
        </Suspense>
      )}
    </form>
  );
}
