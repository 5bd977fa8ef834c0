import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { apiOrigin } from "../../lib/api/api-origin.ts";
import { Chip } from "../../ui/filter-chip.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { type SampleRequest, tokenEnvVar, toHttp } from "./sample-request.ts";
import styles from "./code-panel.module.css";
import { toCurl } from "./curl.ts";
import { toPython } from "./python.ts";
import { toTypeScript } from "./typescript.ts";

const languages = ["curl", "TypeScript", "Python", "HTTP"] as const;
type Language = (typeof languages)[number];

const generators: Record<Language, (requests: readonly SampleRequest[], origin: string) => string> =
  {
    curl: toCurl,
    TypeScript: toTypeScript,
    Python: toPython,
    HTTP: toHttp,
  };

const languageStorageKey = "code-language";

/** The language that was selected last in this browser. */
function useCodeLanguage(): [Language, (language: Language) => void] {
  const [language, setLanguage] = useState<Language>(
    () => languages.find((each) => each === localStorage.getItem(languageStorageKey)) ?? "curl",
  );
  return [
    language,
    (next) => {
      localStorage.setItem(languageStorageKey, next);
      setLanguage(next);
    },
  ];
}

/** Code samples of requests in the selected language. Requests that reject access tokens are shown as plain HTTP. */
export function CodePanel({ requests }: { requests: readonly SampleRequest[] }) {
  const { t } = useLingui();
  const [language, setLanguage] = useCodeLanguage();
  const isTokenRejected = requests.some(({ call: endpoint }) => endpoint.token === "rejected");
  const needsToken = requests.some(({ call: endpoint }) => endpoint.token === "needed");
  // The client supports JSON only; it has no methods for endpoints that return text or a file.
  const hasClient = requests.every(({ call: endpoint }) => endpoint.responseFileType === undefined);
  const offered = languages.filter((each) => each !== "TypeScript" || hasClient);
  const shown = isTokenRejected ? "HTTP" : (offered.find((each) => each === language) ?? "curl");
  return (
    <div className={styles["panel"]}>
      {isTokenRejected ? (
        <Callout tone="warn">
          <p>
            <strong>
              <Trans>Not available with access tokens</Trans>
            </strong>
          </p>
          <p>
            <Trans>The console uses your session for this. It sends the following request:</Trans>
          </p>
        </Callout>
      ) : (
        <div className={styles["languages"]} role="group" aria-label={t`Code language`}>
          {offered.map((each) => (
            <Chip
              key={each}
              on={each === shown}
              aria-pressed={each === shown}
              onClick={() => setLanguage(each)}
            >
              {each}
            </Chip>
          ))}
        </div>
      )}
      <CodeBlock
        text={generators[shown](requests, apiOrigin())}
        label={shown === "HTTP" ? t`Request` : t`${shown} code`}
        copyLabel={t`code`}
      />
      {needsToken && !isTokenRejected && shown !== "HTTP" && (
        <p className={styles["note"]}>
          <Trans>
            Set the <code>{tokenEnvVar}</code> environment variable to an access token for this
            workspace.
          </Trans>
        </p>
      )}
    </div>
  );
}
