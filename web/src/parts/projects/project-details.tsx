import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { instances } from "#contracts/instances.ts";
import { type Project, projects } from "#contracts/projects.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { FormFrame, FormProblems } from "../../blocks/form-frame.tsx";
import { SaveOrDiscard } from "../../blocks/save-or-discard.tsx";
import { changedFields } from "../../lib/changed-fields.ts";
import { refresh } from "../../lib/client.ts";
import { Card } from "../../ui/card.tsx";
import { KeyValue } from "../../ui/facts.tsx";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import { Callout } from "../../ui/notices.tsx";
import { pageStyles } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.ts";
import { ColourField, ProjectName } from "./colour.tsx";
import { useWhyNotChange } from "./may-change.ts";

interface ProjectCardProps {
  readonly workspace: string;
  readonly project: Project;
}

/** What a project is called and known by; who may not change it reads it, and why. */
export function ProjectDetails(props: ProjectCardProps) {
  const { t } = useLingui();
  const whyNot = useWhyNotChange()("project.update", props.project);
  return (
    <Card title={t`Name and color`}>
      {whyNot === null ? <DetailsForm {...props} /> : <ReadOnly {...props} whyNot={whyNot} />}
    </Card>
  );
}

function ReadOnly({ project, whyNot }: ProjectCardProps & { whyNot: string }) {
  const { t } = useLingui();
  return (
    <div className={pageStyles["form"]}>
      <KeyValue
        pairs={[
          [t`Name`, <ProjectName key="name" name={project.name} colour={project.colour} />],
          [t`Description`, project.description === "" ? "–" : project.description],
        ]}
      />
      <Callout>{whyNot}</Callout>
    </div>
  );
}

const detailsOf = ({ name, description, colour }: Project) => ({ name, description, colour });

function DetailsForm({ workspace, project }: ProjectCardProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [shown, setShown] = useState(project);
  const form = useContractForm(projects.update, {
    initial: detailsOf(project),
    labels: { name: t`Name`, description: t`Description`, colour: t`Color` },
    path: { workspace, project: project.id },
    body: (values) => changedFields(values, detailsOf(shown)),
    onDone: async (saved) => {
      setShown(saved);
      form.reset(detailsOf(saved));
      const { name } = saved;
      void toast({ title: t`Project ${name} saved` });
      await refresh(client, projects.view, projects.list, projects.graph, instances.list);
    },
  });
  // As long as nothing is typed, the form shows what others saved.
  if (!form.dirty && project.updatedAt > shown.updatedAt) {
    setShown(project);
    form.reset(detailsOf(project));
  }
  const name = form.field("name");
  const description = form.field("description");
  return (
    <FormFrame form={form} className={pageStyles["form"] ?? ""}>
      <FormProblems form={form} />
      <Field {...name.field} help={t`A name that's unique in this workspace`}>
        <TextInput {...name.input} autoComplete="off" maxLength={64} />
      </Field>
      <Field {...description.field} aside={t`optional`}>
        <Textarea {...description.input} rows={3} maxLength={500} />
      </Field>
      <ColourField {...form.field("colour")} />
      <div className={pageStyles["formActions"]}>
        <SaveOrDiscard form={form} onDiscard={() => form.reset(detailsOf(shown))} />
      </div>
    </FormFrame>
  );
}
