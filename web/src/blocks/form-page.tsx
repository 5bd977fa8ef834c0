import type { ReactElement, ReactNode } from "react";
import { usePageTitle } from "../lib/use-page-title.ts";
import { Card } from "../ui/card.tsx";
import { PageHead, pageStyles } from "../ui/page.tsx";
import type { AnyForm } from "./contract-form.ts";
import { FormBody, FormCode } from "./form-frame.tsx";

interface FormPageProps {
  readonly form: AnyForm;
  readonly title: string;
  readonly facts?: ReactNode;
  /** The verb on the button. */
  readonly submit: string;
  /** Where "Cancel" leads: a router's link with its words. */
  readonly cancel?: ReactElement;
  readonly children: ReactNode;
}

/** A page that is one form. */
export function FormPage({ form, title, facts, submit, cancel, children }: FormPageProps) {
  usePageTitle(title);
  return (
    <>
      <PageHead title={title} facts={facts} actions={<FormCode form={form} tone="plain" />} />
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
