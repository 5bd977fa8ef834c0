import type { ReactNode } from "react";
import { Button, type ButtonTone } from "../ui/button.tsx";
import { pageStyles } from "../ui/page.tsx";
import type { AnyForm } from "./contract-form.ts";
import { FormProblems, PlainForm, type PlainFormProps } from "./plain-form.tsx";
import { ShowCode } from "./show-code.tsx";

export { FormProblems };

/** The request a form would make, as code; nothing where what is typed is nobody's to read. */
export function FormCode({ form, tone }: { form: AnyForm; tone?: ButtonTone }) {
  return <ShowCode requested={form.requested} {...(tone === undefined ? {} : { tone })} />;
}

interface FormFrameProps extends PlainFormProps {
  /** False where `FormCode` stands elsewhere, such as in the page's head. */
  readonly code?: boolean;
}

/** A form of the console: what it would send can be seen as code. */
export const FormFrame = ({ code = true, children, ...plain }: FormFrameProps) => (
  <PlainForm {...plain}>
    {children}
    {code && <FormCode form={plain.form} />}
  </PlainForm>
);

interface FormBodyProps {
  readonly form: AnyForm;
  readonly submit: ReactNode;
  readonly cancel?: ReactNode;
  readonly children: ReactNode;
}

/** One column of fields, the summary of errors above, the buttons below. */
export const FormBody = ({ form, submit, cancel, children }: FormBodyProps) => (
  <FormFrame form={form} code={false} className={pageStyles["form"] ?? ""}>
    <FormProblems form={form} />
    {children}
    <div className={pageStyles["formActions"]}>
      <Button tone="primary" type="submit" busy={form.busy}>
        {submit}
      </Button>
      {cancel}
    </div>
  </FormFrame>
);
