import { useLingui } from "@lingui/react/macro";
import type { FieldTies, InputTies } from "../../ui/field.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { type ChosenProject, ProjectsChoice } from "../projects/project-pick.tsx";
import styles from "./access-tokens.module.css";
import type { TokenValues } from "./token-form.ts";

interface Ties<V> {
  readonly field: FieldTies;
  readonly input: InputTies<V>;
}

interface ProjectsFieldProps {
  readonly workspace: string;
  readonly reach: Ties<TokenValues["reach"]>;
  readonly chosen: Ties<readonly ChosenProject[]>;
}

/** Every project its maker reaches, or chosen ones. */
export function ProjectsField({ workspace, reach, chosen }: ProjectsFieldProps) {
  const { t } = useLingui();
  const { onChange, ...ties } = reach.input;
  return (
    <div className={styles["part"]}>
      <span className={styles["label"]}>{reach.field.label}</span>
      <RadioCards
        {...ties}
        onChange={(value) => {
          if (value !== "") onChange(value);
        }}
        legend={reach.field.label}
        options={[
          {
            value: "all",
            title: t`All projects`,
            facts: t`All projects you can access, including future ones`,
          },
          {
            value: "chosen",
            title: t`Selected projects`,
            facts: t`Only these and their instances. The token can list the names of SSH keys, but can't change keys.`,
          },
        ]}
      />
      {reach.input.value === "chosen" && <ProjectsChoice workspace={workspace} {...chosen} />}
    </div>
  );
}
