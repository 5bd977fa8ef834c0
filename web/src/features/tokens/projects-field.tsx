import { useLingui } from "@lingui/react/macro";
import type { FieldBinding, InputBinding } from "../../ui/field.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { type SelectedProject, ProjectsMultiSelect } from "../../components/project-select.tsx";
import styles from "./access-tokens.module.css";
import type { TokenValues } from "./token-form.ts";

interface Binding<V> {
  readonly field: FieldBinding;
  readonly input: InputBinding<V>;
}

interface ProjectsFieldProps {
  readonly workspace: string;
  readonly projectAccess: Binding<TokenValues["projectAccess"]>;
  readonly chosen: Binding<readonly SelectedProject[]>;
}

/** All projects that the token's creator can access, or selected ones. */
export function ProjectsField({
  workspace,
  projectAccess: restriction,
  chosen: selected,
}: ProjectsFieldProps) {
  const { t } = useLingui();
  const { onChange, ...ties } = restriction.input;
  return (
    <div className={styles["section"]}>
      <span className={styles["label"]}>{restriction.field.label}</span>
      <RadioCards
        {...ties}
        onChange={(value) => {
          if (value !== "") onChange(value);
        }}
        legend={restriction.field.label}
        options={[
          {
            value: "all",
            title: t`All projects`,
            description: t`All projects you can access, including future ones`,
          },
          {
            value: "chosen",
            title: t`Selected projects`,
            description: t`Only these and their instances. The token can list the names of SSH keys, but can't change keys.`,
          },
        ]}
      />
      {restriction.input.value === "chosen" && (
        <ProjectsMultiSelect workspace={workspace} {...selected} />
      )}
    </div>
  );
}
