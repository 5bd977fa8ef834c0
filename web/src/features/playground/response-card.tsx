import { Trans, useLingui } from "@lingui/react/macro";
import { formatBytes, formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { saveFile, saveTextFile } from "../../lib/browser/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyText } from "../../ui/description-list.tsx";
import { Badge, type StatusTone } from "../../ui/status.tsx";
import { type PlaygroundResponse, type ResponseBody, maxDisplayedCharacters } from "./response.ts";
import styles from "./playground.module.css";

const statusTone = (status: number): StatusTone =>
  status < 300 ? "ok" : status < 500 ? "warn" : "danger";

export function ResponseCard({ response, name }: { response: PlaygroundResponse; name: string }) {
  const { t } = useLingui();
  const { status, tookMs, requestId, headers, body } = response;
  const took = Math.round(tookMs);
  return (
    <Card
      title={t`Response`}
      aside={
        <span className={styles["result"]}>
          <Badge tone={statusTone(status)}>{status}</Badge>
          <Trans>{took} ms</Trans>
        </span>
      }
    >
      <div className={styles["response"]}>
        <ResponseBodyView body={body} name={name} />
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
            copyLabel={t`headers`}
          />
        </details>
      </div>
    </Card>
  );
}

function ResponseBodyView({ body, name }: { body: ResponseBody; name: string }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
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
            File: {body.name}, {formatBytes(content.size, localeSettings)}
          </Trans>
        </span>
        <Button icon="download" onClick={() => saveFile(body.name, content)}>
          <Trans>Save file</Trans>
        </Button>
      </p>
    );
  }
  const { text } = body;
  const isCut = text.length > maxDisplayedCharacters;
  return (
    <>
      <CodeBlock
        text={isCut ? text.slice(0, maxDisplayedCharacters) : text}
        label={t`Response`}
        copyLabel={t`response`}
      />
      <p className={styles["file"]}>
        <span>
          {isCut ? (
            <Trans>
              {formatBytes(body.bytes, localeSettings)}. Showing the first{" "}
              {formatInteger(maxDisplayedCharacters, localeSettings)} characters.
            </Trans>
          ) : (
            formatBytes(body.bytes, localeSettings)
          )}
        </span>
        <Button icon="download" onClick={() => saveTextFile(`${name}.json`, text)}>
          <Trans>Save response</Trans>
        </Button>
      </p>
    </>
  );
}
