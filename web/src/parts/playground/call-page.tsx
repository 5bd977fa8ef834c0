import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { ActionButton } from "../../blocks/action-button.tsx";
import { CodePanel } from "../../blocks/code/code-panel.tsx";
import { confirm } from "../../blocks/confirm.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import { addressOf, writes } from "../../lib/client.ts";
import { isChangeOfMind } from "../../lib/problem.ts";
import { useSearchMirror } from "../../lib/use-search-mirror.ts";
import { wordProblem } from "../../lib/wording.ts";
import { Card } from "../../ui/card.tsx";
import { Callout } from "../../ui/notices.tsx";
import { toast } from "../../ui/toast.ts";
import { AnswerCard } from "./answer-card.tsx";
import { destroyedBy, destroys } from "./destroys.tsx";
import type { DocumentCall } from "./document.ts";
import { FieldList } from "./field-list.tsx";
import { type Draft, fill } from "./fields.ts";
import { MethodTag } from "./method-tag.tsx";
import styles from "./playground.module.css";
import { useExchange } from "./use-exchange.ts";
import { useFaultWords } from "./fault-words.ts";
import { WorkspaceChoice } from "./workspace-choice.tsx";

/** Longer than any address a server or a chat takes: then the body stays out of it. */
const addressCharactersAtMost = 3_000;

interface CallPageProps {
  readonly call: DocumentCall;
  readonly search: Readonly<Record<string, string | undefined>>;
  readonly role: WorkspaceRole | null;
  readonly onChooseWorkspace: (handle: string) => void;
}

const startOf = ({ fields }: DocumentCall, search: CallPageProps["search"]): Draft =>
  Object.fromEntries(
    fields.flatMap(({ key }) => {
      const value = search[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );

const lengthOf = (draft: Draft) => new URLSearchParams({ ...draft }).toString().length;
const withoutBody = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([key]) => !/^body\b/.test(key)));

/** Where the fields fill the window, the answer comes under it. */
const bringIntoView = (part: HTMLElement | null) => part?.scrollIntoView({ block: "nearest" });

/** One call: what it takes, what it answered, and its code. */
export function CallPage({ call, search, role, onChooseWorkspace }: CallPageProps) {
  const { t, i18n } = useLingui();
  const wordFault = useFaultWords();
  const [draft, setDraft] = useState(() => startOf(call, search));
  const [checked, setChecked] = useState(false);
  const { busy, answer, idempotencyKey, problems, forget, run } = useExchange(call);
  const needsWorkspace = call.isWorkspaces && role === null;
  const { input, faults } = fill(
    call.fields,
    draft,
    needsWorkspace ? "WORKSPACE" : (role?.handle ?? null),
  );
  const isTooLong = lengthOf(draft) > addressCharactersAtMost;
  useSearchMirror({
    call: call.id,
    workspace: role?.handle ?? search["workspace"],
    ...(isTooLong ? withoutBody(draft) : draft),
  });

  const refused = useWhyNot()({ permission: call.permission ?? undefined });
  const reason = needsWorkspace ? t`Choose a workspace first` : refused;
  const address = `${call.method} ${addressOf(call, input)}`;
  const isWrite = writes(call);

  const ask = async () => {
    const question = {
      title: t`Run ${call.id}?`,
      verb: t`Send ${call.method}`,
      action: () => run(input),
      // It stands beside the fields.
      code: null,
    };
    const text = (
      <>
        <Trans>This runs for real, with your session:</Trans>
        <code className={styles["sent"]}>{address}</code>
      </>
    );
    if (!destroys(call.id)) return confirm({ habit: "interrupting", ...question, text });
    const { name, consequences } = await destroyedBy(call.id, input);
    confirm({
      habit: "destroying",
      ...question,
      name,
      consequences: (
        <>
          <p>{text}</p>
          {consequences}
        </>
      ),
    });
  };
  const send = async () => {
    if (busy || reason !== null) return;
    setChecked(true);
    const [first] = Object.keys(faults);
    if (first !== undefined) return document.getElementById(first)?.focus();
    if (isWrite) return ask();
    try {
      await run(input);
    } catch (error) {
      if (!isChangeOfMind(error)) void toast({ tone: "bad", title: wordProblem(i18n, error) });
    }
  };

  const errorOf = (key: string): string | undefined => {
    const fault = faults[key];
    return checked && fault !== undefined ? wordFault(fault) : problems[key];
  };
  return (
    <div className={styles["main"]}>
      <Card>
        <form
          noValidate
          className={styles["form"]}
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <div>
            <h2 className={styles["name"]}>
              <MethodTag method={call.method} /> {call.id}
            </h2>
            <code className={styles["address"]}>{call.path.replace(/:(\w+)/g, "{$1}")}</code>
            <p className={styles["about"]}>{call.about}.</p>
          </div>
          {call.isWorkspaces && (
            <WorkspaceChoice
              value={role?.handle ?? ""}
              wanted={search["workspace"]}
              onChange={onChooseWorkspace}
            />
          )}
          <FieldList
            fields={call.fields}
            draft={draft}
            errorOf={errorOf}
            onChange={(key, text) => {
              setDraft((now) =>
                Object.fromEntries(
                  Object.entries({ ...now, [key]: text }).filter(([, each]) => each !== ""),
                ),
              );
              forget(key);
            }}
          />
          {isTooLong && (
            <Callout>
              <Trans>The body is too long to be part of the link.</Trans>
            </Callout>
          )}
          {refused !== null && !needsWorkspace && <Callout tone="warn">{refused}</Callout>}
          {call.isStream ? (
            <Callout>
              <Trans>
                This call streams events, so it can't be run here. Use any client for server-sent
                events.
              </Trans>
            </Callout>
          ) : (
            <div>
              <ActionButton type="submit" tone="primary" busy={busy} reason={reason}>
                {isWrite ? t`Send ${call.method}` : t`Run`}
              </ActionButton>
            </div>
          )}
        </form>
      </Card>
      <span className="visually-hidden" role="status">
        {answer !== null && t`Response ${answer.status} after ${Math.round(answer.tookMs)} ms`}
      </span>
      {answer !== null && (
        <div key={answer.requestId} ref={bringIntoView}>
          <AnswerCard answer={answer} name={call.id} />
        </div>
      )}
      {!call.isStream && (
        <Card title={t`As code`}>
          {Object.keys(faults).length > 0 && (
            <p className={styles["incomplete"]}>
              <Trans>
                Not all fields are filled in yet. Sent like this, the request would be rejected.
              </Trans>
            </p>
          )}
          <CodePanel requests={[{ call, input, idempotencyKey }]} />
        </Card>
      )}
    </div>
  );
}
