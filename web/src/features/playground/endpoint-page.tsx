import { Trans, useLingui } from "@lingui/react/macro";
import { Fragment, useState } from "react";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { CodePanel } from "../../components/code-samples/code-panel.tsx";
import { openConfirmDialog } from "../../components/confirmation.ts";
import { useEndpointReason } from "../../components/use-action-denial.ts";
import { buildUrl, isMutation } from "../../lib/api/api-client.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { useSyncSearchParams } from "../../lib/hooks/use-sync-search-params.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Card } from "../../ui/card.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { toast } from "../../ui/toast.ts";
import { ResponseCard } from "./response-card.tsx";
import { destroyedBy, destroys } from "./destroys.tsx";
import type { DocumentedEndpoint } from "./openapi.ts";
import { FieldList } from "./field-list.tsx";
import { type Draft, buildRequest } from "./fields.ts";
import { MethodTag } from "./method-tag.tsx";
import styles from "./playground.module.css";
import { useSendRequest } from "./use-send-request.ts";
import { useValidationMessages } from "./validation-messages.ts";
import { WorkspaceSelect } from "./workspace-select.tsx";

/** Longest URL that servers and chats accept: a longer one leaves out the body. */
const maxUrlLength = 3_000;

interface EndpointPageProps {
  readonly call: DocumentedEndpoint;
  readonly search: Readonly<Record<string, string | undefined>>;
  readonly role: WorkspaceRole | null;
  readonly onChooseWorkspace: (handle: string) => void;
}

const initialDraft = ({ fields }: DocumentedEndpoint, search: EndpointPageProps["search"]): Draft =>
  Object.fromEntries(
    fields.flatMap(({ key }) => {
      const value = search[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );

const searchLength = (draft: Draft) => new URLSearchParams({ ...draft }).toString().length;
const withoutBody = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([key]) => !/^body\b/.test(key)));

/** The segments of a path, each with its slash: a long path breaks between them. */
const pathParts = (path: string): string[] => path.replace(/:(\w+)/g, "{$1}").split(/(?=\/)/);

/** On screens without room beside the fields, the response is below them. */
const scrollIntoView = (part: HTMLElement | null) => part?.scrollIntoView({ block: "nearest" });

/** One endpoint: its fields, its response and its code sample. */
export function EndpointPage({
  call: endpoint,
  search,
  role,
  onChooseWorkspace,
}: EndpointPageProps) {
  const { t, i18n } = useLingui();
  const wordFault = useValidationMessages();
  const [draft, setDraft] = useState(() => initialDraft(endpoint, search));
  const [checked, setChecked] = useState(false);
  const { busy, response, idempotencyKey, problems, forget, run } = useSendRequest(endpoint);
  const needsWorkspace = endpoint.isWorkspaces && role === null;
  const { input, faults: errors } = buildRequest(
    endpoint.fields,
    draft,
    needsWorkspace ? "WORKSPACE" : (role?.handle ?? null),
  );
  const isTooLong = searchLength(draft) > maxUrlLength;
  useSyncSearchParams({
    call: endpoint.id,
    workspace: role?.handle ?? search["workspace"],
    ...(isTooLong ? withoutBody(draft) : draft),
  });

  const rejected = useEndpointReason()(endpoint);
  const reason = needsWorkspace ? t`Choose a workspace first` : rejected;
  const address = `${endpoint.method} ${buildUrl(endpoint, input)}`;
  const isWrite = isMutation(endpoint);

  const confirmAndSend = async () => {
    const question = {
      title: t`Run ${endpoint.id}?`,
      confirmLabel: t`Send ${endpoint.method}`,
      action: () => run(input),
      // The page already shows the code sample beside the fields.
      code: null,
    };
    const text = (
      <>
        <Trans>This runs for real, with your session:</Trans>
        <code className={styles["sentRequest"]}>{address}</code>
      </>
    );
    if (!destroys(endpoint.id))
      return openConfirmDialog({ severity: "disruptive", ...question, text });
    const { name, consequences } = await destroyedBy(endpoint.id, input);
    openConfirmDialog({
      severity: "destructive",
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
    const [first] = Object.keys(errors);
    if (first !== undefined) return document.getElementById(first)?.focus();
    if (isWrite) return confirmAndSend();
    try {
      await run(input);
    } catch (error) {
      if (!isReauthenticationCancelled(error))
        void toast({ tone: "danger", title: problemMessage(i18n, error) });
    }
  };

  const fieldError = (key: string): string | undefined => {
    const error = errors[key];
    return checked && error !== undefined ? wordFault(error) : problems[key];
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
              <MethodTag method={endpoint.method} /> {endpoint.id}
            </h2>
            <code className={styles["url"]}>
              {pathParts(endpoint.path).map((part, position, parts) => (
                <Fragment key={parts.slice(0, position + 1).join("")}>
                  {position > 0 && <wbr />}
                  {part}
                </Fragment>
              ))}
            </code>
            <p className={styles["description"]}>{endpoint.about}.</p>
          </div>
          {endpoint.isWorkspaces && (
            <WorkspaceSelect
              value={role?.handle ?? ""}
              wanted={search["workspace"]}
              onChange={onChooseWorkspace}
            />
          )}
          <FieldList
            fields={endpoint.fields}
            draft={draft}
            errorOf={fieldError}
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
          {rejected !== null && !needsWorkspace && <Callout tone="warn">{rejected}</Callout>}
          {endpoint.isStream ? (
            <Callout>
              <Trans>
                This call streams events, so it can't be run here. Use any client for server-sent
                events.
              </Trans>
            </Callout>
          ) : (
            <div>
              <ActionButton type="submit" tone="primary" busy={busy} reason={reason}>
                {isWrite ? t`Send ${endpoint.method}` : t`Run`}
              </ActionButton>
            </div>
          )}
        </form>
      </Card>
      <span className="visually-hidden" role="status">
        {response !== null &&
          t`Response ${response.status} after ${Math.round(response.tookMs)} ms`}
      </span>
      {response !== null && (
        <div key={response.requestId} ref={scrollIntoView}>
          <ResponseCard response={response} name={endpoint.id} />
        </div>
      )}
      {!endpoint.isStream && (
        <Card title={t`As code`}>
          {Object.keys(errors).length > 0 && (
            <p className={styles["incomplete"]}>
              <Trans>
                Not all fields are filled in yet. Sent like this, the request would be rejected.
              </Trans>
            </p>
          )}
          <CodePanel requests={[{ call: endpoint, input, idempotencyKey }]} />
        </Card>
      )}
    </div>
  );
}
