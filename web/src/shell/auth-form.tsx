import type { ReactNode } from "react";
import type { AnyForm } from "../blocks/contract-form.ts";
import { FormFrame, FormProblems } from "../blocks/form-frame.tsx";
import { usePageTitle } from "../lib/use-page-title.ts";
import { Button } from "../ui/button.tsx";
import styles from "./auth-form.module.css";

/** The head every page of signing in and up begins with. */
export function AuthHead({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title);
  return (
    <div>
      <h1>{title}</h1>
      {children !== undefined && <p className={styles["sub"]}>{children}</p>}
    </div>
  );
}

/** Its fields, the summary of errors above them and one wide button below. */
export const AuthForm = ({
  form,
  submit,
  children,
}: {
  form: AnyForm;
  submit: string;
  children: ReactNode;
}) => (
  <FormFrame form={form} guard={false} className={styles["form"] ?? ""}>
    <FormProblems form={form} />
    {children}
    <Button tone="primary" type="submit" wide busy={form.busy}>
      {submit}
    </Button>
  </FormFrame>
);

export { styles as authStyles };
