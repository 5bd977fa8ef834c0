import type { ReactElement, ReactNode } from "react";
import { usePageTitle } from "../lib/hooks/use-page-title.ts";
import { Card } from "../ui/card.tsx";
import { PageHeader, pageStyles } from "../ui/page.tsx";
import type { UntypedForm } from "./use-endpoint-form.ts";
import { FormBody, FormCodeButton } from "./form.tsx";

interface FormPageProps {
  readonly form: UntypedForm;
  readonly title: string;
  readonly summary?: ReactNode;
  /** Label of the submit button. */
  readonly submit: string;
  /** Target of "Cancel": a router link with its label. */
  readonly cancel?: ReactElement;
  readonly children: ReactNode;
}

/** A page that consists of one form. */
export function FormPage({ form, title, summary, submit, cancel, children }: FormPageProps) {
  usePageTitle(title);
  return (
    <>
      <PageHeader title={title} summary={summary} />
      <FormCodeButton form={form} label={title} />
      <div className={pageStyles["narrow"]}>
        <Card>
          <FormBody form={form} submit={submit} cancel={cancel}>
            {children}
          </FormBody>
        </Card>
      </div>
    </>
  );
}
