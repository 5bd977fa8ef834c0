import { Trans, useLingui } from "@lingui/react/macro";
import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { type FieldBinding, FieldNotes, fieldStyles } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { hasSeparator, uniqueEmails, parseEmails } from "./parse-emails.ts";
import styles from "./members.module.css";

/** More addresses than one request accepts are counted instead of listed. */
const maxChips = 50;

export interface EmailListValue {
  readonly emails: readonly string[];
  /** Typed text that is not a chip yet. */
  readonly typed: string;
}

interface EmailListInputProps extends EmailListValue {
  readonly ties: FieldBinding;
  readonly help: string;
  /** The error of the address at this position. */
  readonly errorAt: (position: number) => string | null;
  readonly onChange: (next: { emails: string[]; typed: string }) => void;
}

/** Input for several email addresses, typed or pasted. Each becomes a removable chip; invalid ones are marked. */
export function EmailListInput({
  ties,
  help,
  emails,
  typed,
  errorAt,
  onChange,
}: EmailListInputProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const { id, label, error } = ties;
  const addEmails = (text: string) =>
    onChange({ emails: uniqueEmails([...emails, ...parseEmails(text)]), typed: "" });
  const without = (position: number) => emails.filter((_, each) => each !== position);
  const edit = (position: number) => {
    onChange({ emails: without(position), typed: emails[position] ?? "" });
    input.current?.focus();
  };
  const type = (text: string) =>
    hasSeparator(text) ? addEmails(text) : onChange({ emails: [...emails], typed: text });
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text");
    // A one-line field would join the pasted lines.
    if (!hasSeparator(text)) return;
    event.preventDefault();
    addEmails(`${typed} ${text}`);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" && typed !== "") {
      event.preventDefault();
      addEmails(typed);
    }
    if (event.key === "Backspace" && typed === "" && emails.length > 0) {
      event.preventDefault();
      edit(emails.length - 1);
    }
  };
  const unshown = emails.length - Math.min(emails.length, maxChips);
  const errors = emails.slice(0, maxChips).flatMap((address, position) => {
    const error = errorAt(position);
    return error === null ? [] : [`${address}: ${error}`];
  });
  const isInvalid = error !== undefined || errors.length > 0;
  return (
    <div className={fieldStyles["field"]}>
      <span className={fieldStyles["label"]}>
        <label htmlFor={id}>{label}</label>
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- a click beside the chips focuses the field, which the keyboard reaches itself */}
      <div
        className={styles["emailList"]}
        data-invalid={isInvalid}
        onClick={(event) => {
          if (event.target === event.currentTarget) input.current?.focus();
        }}
      >
        <ul aria-label={label} className={styles["chips"]}>
          {emails.slice(0, maxChips).map((address, position) => {
            const isFaulty = errorAt(position) !== null;
            return (
              <li key={address} className={styles["chip"]} data-faulty={isFaulty}>
                <button
                  type="button"
                  // Target of the error summary for errors of the server.
                  id={`${id}.${position}`}
                  tabIndex={isFaulty ? 0 : -1}
                  aria-label={t`Edit ${address}`}
                  onClick={() => edit(position)}
                >
                  {address}
                </button>
                <button
                  type="button"
                  aria-label={t`Remove ${address}`}
                  onClick={() => {
                    onChange({ emails: without(position), typed });
                    input.current?.focus();
                  }}
                >
                  <Icon name="close" size={12} />
                </button>
              </li>
            );
          })}
          {unshown > 0 && (
            <li className={styles["unshown"]}>
              <Trans>and {unshown} more</Trans>
              <Button onClick={() => onChange({ emails: [], typed })}>
                <Trans>Remove all</Trans>
              </Button>
            </li>
          )}
        </ul>
        <input
          ref={input}
          id={id}
          name="emails"
          type="text"
          inputMode="email"
          value={typed}
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${id}-note`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => type(event.currentTarget.value)}
          onPaste={paste}
          onKeyDown={press}
          onBlur={() => {
            if (typed !== "") addEmails(typed);
          }}
        />
      </div>
      {errors.length === 0 || error !== undefined ? (
        <FieldNotes id={id} error={error} help={help} />
      ) : (
        <div id={`${id}-note`} className={styles["errors"]}>
          {errors.map((error) => (
            <p key={error} className={fieldStyles["error"]}>
              {error}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
