import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { isChangeOfMind } from "../lib/problem.ts";
import { wordProblem } from "../lib/wording.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { Callout } from "../ui/notices.tsx";
import { whole } from "./code/requested.ts";
import { closeQuestion, type Question } from "./confirm.ts";
import { InWorkspace } from "./in-workspace.tsx";
import { ShowCode } from "./show-code.tsx";

export default function ConfirmDialog({ question }: { question: Question }) {
  const { t, i18n } = useLingui();
  const cancel = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { code } = question;
  const destroys = question.habit === "destroying";
  const matches = !destroys || typed === question.name;

  const close = () => {
    if (!busy) closeQuestion();
  };
  const act = async () => {
    if (!matches || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await question.action();
      closeQuestion();
    } catch (error) {
      if (!isChangeOfMind(error)) setFailure(wordProblem(i18n, error));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      alert
      onClose={close}
      title={question.title}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone={destroys ? "dangerPrimary" : "primary"}
            busy={busy}
            disabled={!matches}
            onClick={() => void act()}
          >
            {question.verb}
          </Button>
        </>
      }
    >
      {destroys && <InWorkspace />}
      {question.habit === "destroying" ? question.consequences : <p>{question.text}</p>}
      {destroys && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void act();
          }}
        >
          <Field id="confirm-name" label={t`Type ${question.name} to confirm`}>
            <TextInput
              id="confirm-name"
              name="confirm-name"
              value={typed}
              onChange={setTyped}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="off"
            />
          </Field>
        </form>
      )}
      {failure !== null && <Callout tone="bad">{failure}</Callout>}
      {code !== null && (
        <ShowCode requested={typeof code === "function" ? code : () => whole(code)} />
      )}
    </Dialog>
  );
}
