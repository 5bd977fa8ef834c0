import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { projectActions } from "#contracts/actions/projects.ts";
import { instances } from "#contracts/instances.ts";
import { type Project, projects } from "#contracts/projects.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { FormSaveActions } from "../../components/form-save-actions.tsx";
import { changedFields } from "../../lib/api/changed-fields.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { pageStyles } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.ts";
import { ColourField, ProjectName } from "../../components/project-colour.tsx";

interface ProjectCardProps {
  readonly workspace: string;
  readonly project: Project;
}

/** Name and color of a project. Without permission to change them, they are read-only with a reason. */
export function ProjectDetails(props: ProjectCardProps) {
  const { t } = useLingui();
  const whyNot = useActionReason()(projectActions.update, props.project);
  return (
    <Card title={t`Name and color`}>
      {whyNot === null ? (
        <DetailsForm {...props} />
      ) : (
        <ReadOnlyDetails {...props} whyNot={whyNot} />
      )}
    </Card>
  );
}

function ReadOnlyDetails({ project, whyNot }: ProjectCardProps & { whyNot: string }) {
  const { t } = useLingui();
  return (
    <div className={pageStyles["form"]}>
      <DescriptionList
        pairs={[
          [t`Name`, <ProjectName key="name" name={project.name} colour={project.colour} />],
          [t`Description`, project.description === "" ? "–" : project.description],
        ]}
      />
      <Callout>{whyNot}</Callout>
    </div>
  );
}

const toDetails = ({ name, description, colour }: Project) => ({ name, description, colour });

function DetailsForm({ workspace, project }: ProjectCardProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [shown, setShown] = useState(project);
  const form = useEndpointForm(projects.update, {
    initial: toDetails(project),
    labels: { name: t`Name`, description: t`Description`, colour: t`Color` },
    path: { workspace, project: project.id },
    body: (values) => changedFields(values, toDetails(shown)),
    onDone: async (saved) => {
      setShown(saved);
      form.reset(toDetails(saved));
      const { name } = saved;
      void toast({ title: t`Project ${name} saved` });
      await invalidate(client, projects.view, projects.list, projects.graph, instances.list);
    },
  });
  // Without unsaved input, the form shows changes saved by others.
  if (!form.dirty && project.updatedAt > shown.updatedAt) {
    setShown(project);
    form.reset(toDetails(project));
  }
  const name = form.field("name");
  const description = form.field("description");
  return (
    <Form form={form} code={t`Save`} className={pageStyles["form"] ?? ""}>
      <FormProblems form={form} />
      <Field {...name.field} help={t`A name that's unique in this workspace`}>
        <TextInput {...name.input} autoComplete="off" maxLength={64} />
      </Field>
      <Field {...description.field} aside={t`optional`}>
        <Textarea {...description.input} rows={3} maxLength={500} />
      </Field>
      <ColourField {...form.field("colour")} />
      <div className={pageStyles["formActions"]}>
        <FormSaveActions form={form} onDiscard={() => form.reset(toDetails(shown))} />
      </div>
    </Form>
  );
}
