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
      title={t`Response`}
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
            <Trans>Request ID</Trans> <CopyText text={requestId} what={t`request ID`} />
          </p>
        )}
        <details className={styles["headers"]}>
          <summary>
            <Trans>Headers ({headers.length})</Trans>
          </summary>
          <CodeBlock
            text={headers.map(([header, value]) => `${header}: ${value}`).join("\n")}
            label={t`Response headers`}
            what={t`headers`}
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
        <Trans>Done. The response is empty.</Trans>
      </p>
    );
  if (body.kind === "file") {
    const { content } = body;
    return (
      <p className={styles["file"]}>
        <span>
          <Trans>
            File: {body.name}, {bytes(content.size, manner)}
          </Trans>
        </span>
        <Button icon="download" onClick={() => saveFile(body.name, content)}>
          <Trans>Save file</Trans>
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
        label={t`Response`}
        what={t`response`}
      />
      <p className={styles["file"]}>
        <span>
          {isCut ? (
            <Trans>
              {bytes(body.bytes, manner)}. Showing the first {wholeNumber(shownCharacters, manner)}{" "}
              characters.
            </Trans>
          ) : (
            bytes(body.bytes, manner)
          )}
        </span>
        <Button icon="download" onClick={() => saveTextFile(`${name}.json`, text)}>
          <Trans>Save response</Trans>
        </Button>
      </p>
    </>
  );
}
