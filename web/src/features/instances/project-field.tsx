import { useLingui } from "@lingui/react/macro";
import { projectActions } from "#contracts/actions/projects.ts";
import type { Project } from "#contracts/projects.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { Field, Select } from "../../ui/field.tsx";
import { useDefaultName } from "../../components/use-all-projects.ts";
import type { OrderForm } from "./order-form.tsx";

/** The project of the new instances. Projects in which the role may not create are disabled with a reason. */
export function ProjectField({
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
    <Field
      {...field}
      label={t`Project`}
      help={
        projects.some(isForeign)
          ? t`Your role can create instances only in your own projects`
          : t`Groups instances on the list and on the invoice`
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
  );
}
