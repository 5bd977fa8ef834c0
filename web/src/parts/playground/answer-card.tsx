import { Trans, useLingui } from "@lingui/react/macro";
import { bytes, wholeNumber } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { saveFile, saveTextFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyText } from "../../ui/facts.tsx";
import { Badge, type Tone } from "../../ui/status.tsx";
import { type Answer, type AnswerBody, shownCharacters } from "./answer.ts";
import styles from "./playground.module.css";

const toneOf = (status: number): Tone => (status < 300 ? "ok" : status < 500 ? "warn" : "bad");

export function AnswerCard({ answer, name }: { answer: Answer; name: string }) {
  const { t } = useLingui();
  const { status, tookMs, requestId, headers, body } = answer;
  const took = Math.round(tookMs);
  return (
    <Card
      title={t`Answer`}
      aside={
        <span className={styles["outcome"]}>
          <Badge tone={toneOf(status)}>{status}</Badge>
          <Trans>{took} ms</Trans>
        </span>
      }
    >
      <div className={styles["answer"]}>
        <Body body={body} name={name} />
        {requestId !== null && (
          <p className={styles["request"]}>
            <Trans>Request</Trans> <CopyText text={requestId} what={t`the request id`} />
          </p>
        )}
        <details className={styles["headers"]}>
          <summary>
            <Trans>Headers ({headers.length})</Trans>
          </summary>
          <CodeBlock
            text={headers.map(([header, value]) => `${header}: ${value}`).join("\n")}
            label={t`Headers of the answer`}
            what={t`the headers`}
          />
        </details>
      </div>
    </Card>
  );
}

function Body({ body, name }: { body: AnswerBody; name: string }) {
  const { t } = useLingui();
  const manner = useManner();
  if (body.kind === "nothing")
    return (
      <p>
        <Trans>Done. There is nothing in its answer.</Trans>
      </p>
    );
  if (body.kind === "file") {
    const { content } = body;
    return (
      <p className={styles["file"]}>
        <span>
          <Trans>
            A file: {body.name}, {bytes(content.size, manner)}
          </Trans>
        </span>
        <Button icon="download" onClick={() => saveFile(body.name, content)}>
          <Trans>Save the file</Trans>
        </Button>
      </p>
    );
  }
  const { text } = body;
  const isCut = text.length > shownCharacters;
  return (
    <>
      <CodeBlock
        text={isCut ? text.slice(0, shownCharacters) : text}
        label={t`Answer`}
        what={t`the answer`}
      />
      <p className={styles["file"]}>
        <span>
          {isCut ? (
            <Trans>
              {bytes(body.bytes, manner)}, of which the first {wholeNumber(shownCharacters, manner)}{" "}
              characters are shown
            </Trans>
          ) : (
            bytes(body.bytes, manner)
          )}
        </span>
        <Button icon="download" onClick={() => saveTextFile(`${name}.json`, text)}>
          <Trans>Save the answer</Trans>
        </Button>
      </p>
    </>
  );
}
