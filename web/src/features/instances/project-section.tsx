import { useLingui } from "@lingui/react/macro";
import { projectActions } from "#contracts/actions/projects.ts";
import type { Project } from "#contracts/projects.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { Section } from "../../ui/card.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { useDefaultName } from "../../components/use-all-projects.ts";
import styles from "./order.module.css";
import type { OrderForm } from "./order-form.tsx";

/** The project of the new instances. Projects in which the role may not create are disabled with a reason. */
export function ProjectSection({
  form,
  projects,
}: {
  form: OrderForm;
  projects: readonly Project[];
}) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const defaultName = useDefaultName(projects);
  const { field, input } = form.field("projectId");
  const isForeign = (project: Project) => reasonFor(projectActions.orderInto, project) !== null;
  return (
    <Section
      title={t`Project`}
      help={t`Groups instances on the list and on the invoice. Without a choice they are in the default project.`}
    >
      <div className={styles["shortage"]}>
        <Field
          {...field}
          label={t`Project`}
          help={
            projects.some(isForeign)
              ? t`Your role can create instances only in your own projects`
              : undefined
          }
        >
          <Select
            {...input}
            options={[
              { value: "", label: defaultName },
              ...projects
                .filter(({ isDefault }) => !isDefault)
                .map((project) => ({
                  value: project.id,
                  label: isForeign(project)
                    ? t`${project.name} (by ${project.createdBy.name})`
                    : project.name,
                  disabled: isForeign(project),
                })),
            ]}
          />
        </Field>
      </div>
    </Section>
  );
}
