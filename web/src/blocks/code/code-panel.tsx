import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { apiOrigin } from "../../lib/api-origin.ts";
import { Chip } from "../../ui/chip.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Callout } from "../../ui/notices.tsx";
import { type CodedRequest, tokenVariable, writeHttp } from "./coded-request.ts";
import styles from "./code-panel.module.css";
import { writeCurl } from "./curl.ts";
import { writePython } from "./python.ts";
import { writeTypeScript } from "./typescript.ts";

const languages = ["curl", "TypeScript", "Python", "HTTP"] as const;
type Language = (typeof languages)[number];

const writers: Record<Language, (requests: readonly CodedRequest[], origin: string) => string> = {
  curl: writeCurl,
  TypeScript: writeTypeScript,
  Python: writePython,
  HTTP: writeHttp,
};

const rememberedKey = "code-language";

/** The one looked at last, in this browser. */
function useLanguage(): [Language, (language: Language) => void] {
  const [language, setLanguage] = useState<Language>(
    () => languages.find((each) => each === localStorage.getItem(rememberedKey)) ?? "curl",
  );
  return [
    language,
    (next) => {
      localStorage.setItem(rememberedKey, next);
      setLanguage(next);
    },
  ];
}

/** Requests as code in the language one chooses, or as they are where no program may make them. */
export function CodePanel({ requests }: { requests: readonly CodedRequest[] }) {
  const { t } = useLingui();
  const [language, setLanguage] = useLanguage();
  const isRefused = requests.some(({ call }) => call.token === "refused");
  const needsToken = requests.some(({ call }) => call.token === "needed");
  // The client speaks JSON; what is answered as text or as a file is not among its calls.
  const hasClient = requests.every(({ call }) => call.file === undefined);
  const offered = languages.filter((each) => each !== "TypeScript" || hasClient);
  const shown = isRefused ? "HTTP" : (offered.find((each) => each === language) ?? "curl");
  return (
    <div className={styles["panel"]}>
      {isRefused ? (
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
        text={writers[shown](requests, apiOrigin())}
        label={shown === "HTTP" ? t`Request` : t`${shown} code`}
        what={t`code`}
      />
      {needsToken && !isRefused && shown !== "HTTP" && (
        <p className={styles["note"]}>
          <Trans>
            Set the <code>{tokenVariable}</code> environment variable to an access token for this
            workspace.
          </Trans>
        </p>
      )}
    </div>
  );
}
