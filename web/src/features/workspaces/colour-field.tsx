import { useLingui } from "@lingui/react/macro";
import { workspaceColours } from "#contracts/workspaces.ts";
import type { FieldBinding, InputBinding } from "../../ui/field.tsx";
import { WorkspaceAvatar } from "../../ui/avatar.tsx";
import { ColourPicker } from "../../ui/colour-picker.tsx";

type WorkspaceColour = (typeof workspaceColours)[number];

function useColourLabels(): Record<WorkspaceColour, string> {
  const { t } = useLingui();
  return {
    "#274c77": t`Navy`,
    "#0b6b4c": t`Spruce`,
    "#7a4ea3": t`Violet`,
    "#a8430f": t`Rust`,
    "#8a1c4a": t`Wine`,
    "#1f6f8b": t`Lake`,
    "#5b5f17": t`Olive`,
    "#44546a": t`Slate`,
  };
}

interface ColourFieldProps {
  readonly field: FieldBinding;
  readonly input: InputBinding<string>;
  /** The workspace's name; its first letter is shown on the square. */
  readonly name: string;
}

/** The color of the workspace's square. */
export function ColourField({ field, input, name }: ColourFieldProps) {
  const labels = useColourLabels();
  return (
    <ColourPicker
      field={field}
      input={input}
      options={workspaceColours.map((colour) => ({
        value: colour,
        label: labels[colour],
        mark: <WorkspaceAvatar name={name} colour={colour} />,
      }))}
    />
  );
}

/** Name of a color; null for a color that is no longer offered. */
export function useColourName(colour: string): string | null {
  const labels = useColourLabels();
  const known = workspaceColours.find((each) => each === colour);
  return known === undefined ? null : labels[known];
}
