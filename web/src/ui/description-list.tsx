/** Displays facts: name-value pairs, code to copy, times. */
import { useLingui } from "@lingui/react/macro";
import { Fragment, type ReactNode, useState } from "react";
import { formatDateTime, formatRelativeTime } from "../lib/i18n/format.ts";
import { useLocaleSettings } from "../lib/i18n/i18n.ts";
import { useNow } from "../lib/hooks/use-now.ts";
import styles from "./description-list.module.css";
import { Icon } from "./icons.tsx";
import { useCopy } from "./use-copy.ts";

export type DescriptionItem = readonly [name: ReactNode, value: ReactNode];

/** Name on the left, value on the right; a pair whose value is null is left out. */
export function DescriptionList({ pairs }: { pairs: readonly DescriptionItem[] }) {
  return (
    <dl className={styles["list"]}>
      {pairs
        .filter(([, value]) => value !== null)
        .map(([name, value], position) => (
          // oxlint-disable-next-line react/no-array-index-key -- pairs have no other identity and never move
          <Fragment key={position}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

const copiedFeedbackMilliseconds = 1_600;

/** Copies `text`; `copyLabel` is the button's accessible name. */
export function CopyButton({ text, copyLabel }: { text: string; copyLabel: string }) {
  const { t } = useLingui();
  const write = useCopy();
  const [copied, setCopied] = useState(false);
  const label = copied ? t`Copied` : t`Copy ${copyLabel}`;
  const copy = async () => {
    if (!(await write(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), copiedFeedbackMilliseconds);
  };
  return (
    <button
      type="button"
      className={styles["copy"]}
      data-copied={copied}
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      <Icon name={copied ? "check" : "copy"} />
      <span className="visually-hidden" aria-live="polite">
        {copied ? t`Copied` : ""}
      </span>
    </button>
  );
}

/** An id or similar value with a copy button. */
export const CopyText = ({ text, what }: { text: string; what: string }) => (
  <span className={styles["copyText"]}>
    <span translate="no">{text}</span>
    <CopyButton text={text} copyLabel={what} />
  </span>
);

/** One line of code to copy. */
export function InlineCode({ text, what }: { text: string; what: string }) {
  return (
    <div className={styles["code"]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long line is scrolled by keyboard */}
      <code tabIndex={0} translate="no">
        {text}
      </code>
      <CopyButton text={text} copyLabel={what} />
    </div>
  );
}

/** Relative time, with the exact time on hover and for screen readers; or the exact time alone. */
export function RelativeTime({ at, exact = false }: { at: string; exact?: boolean }) {
  const now = useNow();
  const localeSettings = useLocaleSettings();
  const precise = formatDateTime(at, localeSettings);
  return (
    <time dateTime={at} title={precise}>
      {exact ? precise : formatRelativeTime(at, now, localeSettings)}
    </time>
  );
}
