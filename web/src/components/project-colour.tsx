import { useLingui } from "@lingui/react/macro";
import { type Project, projectColours } from "#contracts/projects.ts";
import { classNames } from "../ui/class-names.ts";
import type { FieldBinding, InputBinding } from "../ui/field.tsx";
import { ColourPicker } from "../ui/colour-picker.tsx";
import { projectColourLabels } from "./project-colour-labels.ts";
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
export function ColourField<V extends ProjectColour | null>({
  field,
  input,
  suggested = null,
}: {
  field: FieldBinding;
  input: InputBinding<V | ProjectColour>;
  /** Selected as long as the value is null. */
  suggested?: ProjectColour | null;
}) {
  const { i18n } = useLingui();
  return (
    <ColourPicker
      field={field}
      input={{ ...input, value: input.value ?? suggested }}
      options={projectColours.map((colour) => ({
        value: colour,
        label: i18n._(projectColourLabels[colour]),
        mark: <ColourDot colour={colour} />,
      }))}
    />
  );
}
