import { useLingui } from "@lingui/react/macro";
import { type Project, projectColours } from "#contracts/projects.ts";
import { classNames } from "../ui/class-names.ts";
import type { FieldBinding, InputBinding } from "../ui/field.tsx";
import { ColourPicker } from "../ui/colour-picker.tsx";
import styles from "./project-colour.module.css";

export type ProjectColour = Project["colour"];

export const ColourDot = ({ colour }: { colour: ProjectColour }) => (
  <span className={classNames(styles["dot"], styles[colour])} aria-hidden="true" />
);

/** A project's name with its color. */
export const ProjectName = ({ name, colour }: Pick<Project, "name" | "colour">) => (
  <span className={styles["withLabel"]}>
    <ColourDot colour={colour} />
    <span>{name}</span>
  </span>
);

/** The color of a project. Its name is always shown beside it, so no information depends on color alone. */
export function ColourField({
  field,
  input,
}: {
  field: FieldBinding;
  input: InputBinding<ProjectColour>;
}) {
  const { t } = useLingui();
  const colourLabels: Record<ProjectColour, string> = {
    spruce: t`Spruce`,
    teal: t`Teal`,
    sky: t`Sky`,
    violet: t`Violet`,
    amber: t`Amber`,
    rose: t`Rose`,
    slate: t`Slate`,
  };
  return (
    <ColourPicker
      field={field}
      input={input}
      options={projectColours.map((colour) => ({
        value: colour,
        label: colourLabels[colour],
        mark: <ColourDot colour={colour} />,
      }))}
    />
  );
}
