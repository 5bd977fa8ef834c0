import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { nextProjectColour, type Project, projects } from "#contracts/projects.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { useAllProjects } from "../../../components/use-all-projects.ts";
import { FormPage } from "../../../components/form-page.tsx";
import { invalidate } from "../../../lib/api/api-client.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { ColourField } from "../../../components/project-colour.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { Field, Textarea, TextInput } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";

export const Route = createFileRoute("/_console/$workspace/projects/add")({
  beforeLoad: ({ context }) => requirePermission(context.role, "project.create"),
  component: AddProject,
});

interface Values {
  readonly name: string;
  readonly description: string;
  /** Null until the user chooses one: the project then takes the next free color, which the form shows. */
  readonly colour: Project["colour"] | null;
}

const empty: Values = { name: "", description: "", colour: null };

/** The color that the project gets if the user chooses none; null until the projects are loaded. */
function useNextColour(workspace: string): Project["colour"] | null {
  const existing = useAllProjects(workspace);
  if (existing === undefined) return null;
  return nextProjectColour(
    (colour) => existing.filter((project) => project.colour === colour).length,
  );
}

function AddProject() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const nextColour = useNextColour(workspace);
  const form = useEndpointForm(projects.create, {
    initial: empty,
    labels: { name: t`Name`, description: t`Description`, colour: t`Color` },
    path: { workspace },
    // The project gets the color that the form shows, also if another project takes it meanwhile.
    body: ({ colour, ...values }) => ({ ...values, colour: colour ?? nextColour ?? undefined }),
    onDone: async ({ id, name }) => {
      void toast({ title: t`Project ${name} created` });
      void invalidate(client, projects.list, projects.graph, workspaces.overview);
      await navigate({
        to: "/$workspace/projects/$projectID",
        params: { workspace, projectID: id },
      });
    },
  });
  const name = form.field("name");
  const description = form.field("description");
  return (
    <FormPage
      form={form}
      title={t`Create project`}
      summary={t`Group instances for lists, member access, and invoices`}
      submit={t`Create project`}
      cancel={
        <Link to="/$workspace/projects" params={{ workspace }} className={buttonClass()}>
          <Trans>Cancel</Trans>
        </Link>
      }
    >
      <Field {...name.field} help={t`A name that's unique in this workspace`}>
        <TextInput {...name.input} autoComplete="off" maxLength={64} autoFocus />
      </Field>
      <Field {...description.field} aside={t`optional`}>
        <Textarea {...description.input} rows={3} maxLength={500} />
      </Field>
      <ColourField {...form.field("colour")} suggested={nextColour} />
    </FormPage>
  );
}
