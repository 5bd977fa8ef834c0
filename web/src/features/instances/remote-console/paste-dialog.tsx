import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { strokesOf } from "../../../lib/remote-screen/keyboard-layouts.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Textarea } from "../../../ui/field.tsx";
import { Callout } from "../../../ui/feedback.tsx";
import styles from "./remote-console.module.css";

const maxCharacters = 2_000;

interface PasteDialogProps {
  readonly layout: string;
  readonly layoutLabel: string;
  readonly onType: (text: string) => void;
  readonly onClose: () => void;
}

/** Takes a text and types it in the instance, key by key; says which characters have no key. */
export default function PasteDialog({ layout, layoutLabel, onType, onClose }: PasteDialogProps) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const { missing } = strokesOf(text, layout);
  const reason =
    text === ""
      ? t`Enter a text first`
      : missing.length > 0
        ? t`Some characters can't be typed`
        : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Paste text`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActionButton tone="primary" reason={reason} onClick={() => onType(text)}>
            <Trans>Type text</Trans>
          </ActionButton>
        </>
      }
    >
      <Field
        id="console.paste"
        label={t`Text`}
        help={t`The text is typed in the instance as if on its keyboard (${layoutLabel}). A line break presses Enter.`}
      >
        <Textarea
          id="console.paste"
          name="text"
          value={text}
          onChange={setText}
          rows={6}
          maxLength={maxCharacters}
          spellCheck={false}
          autoComplete="off"
        />
      </Field>
      {missing.length > 0 && (
        <Callout tone="warn">
          <p className={styles["missing"]}>
            <Plural
              value={missing.length}
              one="The keyboard of the instance has no key for this character:"
              other="The keyboard of the instance has no keys for these characters:"
            />{" "}
            <strong translate="no">{missing.map(visibleForm).join(" ")}</strong>
          </p>
          <p>
            <Trans>Remove them, or choose another keyboard.</Trans>
          </p>
        </Callout>
      )}
    </Dialog>
  );
}

/** A character without ink is named by its number. */
const visibleForm = (character: string): string =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
    ? character
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
