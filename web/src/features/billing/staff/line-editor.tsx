import { Trans, useLingui } from "@lingui/react/macro";
import type { InvoiceLine } from "#contracts/invoices.ts";
import { usd } from "#contracts/money.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import {
  Field,
  type FieldBinding,
  type InputBinding,
  Select,
  TextInput,
} from "../../../ui/field.tsx";
import styles from "../billing.module.css";
import { toCents, toCount, toMicros } from "./amounts.ts";
import { changesOf, type EditedLine, emptyLine, lineCents } from "./edited-line.ts";

interface LinesForm {
  at<T>(
    path: string,
    value: T,
    onChange: (value: T) => void,
  ): { field: FieldBinding; input: InputBinding<T> };
}

/** What is wrong with lines, by the path of their fields. `before` are the lines of the document, if there is one. */
export function useLineProblems() {
  const { t } = useLingui();
  return (
    lines: readonly EditedLine[],
    before: readonly InvoiceLine[],
  ): Readonly<Record<string, string>> => {
    const problems: Record<string, string> = {};
    lines.forEach((line, position) => {
      const original = before.find(({ id }) => id === line.recordId);
      const changes = original === undefined ? {} : changesOf(line, original);
      if (line.isRemoved || changes === null) return;
      const add = (name: string, isWrong: boolean, message: string) => {
        if (isWrong) problems[`lines.${position}.${name}`] = message;
      };
      const isNamed = original === undefined || "description" in changes;
      add("description", isNamed && line.description.trim() === "", t`Enter a description`);
      const isPriced = original === undefined || Object.keys(changes).join() !== "description";
      if (!isPriced) return;
      if (line.kind === "amount")
        add("amount", toCents(line.amount) === null, t`Enter an amount such as 12 or 12.50`);
      else {
        const count = toCount(line.quantity);
        add("quantity", count === null || count === 0, t`Enter a whole number`);
        add("unitPrice", toMicros(line.unitPrice) === null, t`Enter a price such as 0.45`);
      }
    });
    if (lines.every(({ isRemoved }) => isRemoved)) problems["lines"] = t`Add a line`;
    return problems;
  };
}

/** Edits the lines of an invoice. A line of the document can be removed and taken back. */
export function LineEditor({
  form,
  lines,
  before = [],
  onChange,
}: {
  form: LinesForm;
  lines: readonly EditedLine[];
  before?: readonly InvoiceLine[];
  onChange: (lines: EditedLine[]) => void;
}) {
  const { t } = useLingui();
  const { field } = form.at("lines", lines, () => undefined);
  const change = (key: string, changes: Partial<EditedLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)));
  return (
    <>
      <ol className={styles["editor"]} aria-label={t`Lines`}>
        {lines.map((line, position) => (
          <LineFields
            key={line.key}
            form={form}
            line={line}
            position={position}
            before={before.find(({ id }) => id === line.recordId) ?? null}
            onChange={(changes) => change(line.key, changes)}
            onRemove={
              lines.length === 1
                ? null
                : () => onChange(lines.filter(({ key }) => key !== line.key))
            }
          />
        ))}
      </ol>
      <div className={styles["lineFoot"]} id={field.id} tabIndex={-1}>
        <Button
          icon="plus"
          disabled={lines.length >= 100}
          onClick={() => onChange([...lines, emptyLine(crypto.randomUUID())])}
        >
          <Trans>Add a line</Trans>
        </Button>
      </div>
    </>
  );
}

function LineFields({
  form,
  line,
  position,
  before,
  onChange,
  onRemove,
}: {
  form: LinesForm;
  line: EditedLine;
  position: number;
  before: InvoiceLine | null;
  onChange: (changes: Partial<EditedLine>) => void;
  /** Null where the line is the only one. */
  onRemove: (() => void) | null;
}) {
  const { t } = useLingui();
  const number = position + 1;
  const bind = (name: "description" | "amount" | "quantity" | "unitPrice", label: string) => {
    const { field, input } = form.at(`lines.${position}.${name}`, line[name], (value: string) =>
      onChange({ [name]: value }),
    );
    return { field: { ...field, label }, input };
  };
  const description = bind(
    "description",
    before?.product === null || before === null
      ? t`Description of line ${number}`
      : t`Description of line ${number} (${before.product.name})`,
  );
  const amount = bind("amount", t`Amount in US$`);
  const quantity = bind("quantity", t`Quantity`);
  const unitPrice = bind("unitPrice", t`Unit price in US$`);
  const kind = form.at(`lines.${position}.kind`, line.kind, (value) => onChange({ kind: value }));
  const cents = lineCents(line, before);
  const isChanged = before !== null && (line.isRemoved || changesOf(line, before) !== null);
  const was = before === null ? null : formatMoneyAmount(before.amount);
  return (
    <li>
      <Field {...description.field}>
        <TextInput {...description.input} readOnly={line.isRemoved} maxLength={500} />
      </Field>
      {before === null && (
        <Field {...kind.field} label={t`Price of line ${number}`}>
          <Select
            {...kind.input}
            options={[
              { value: "amount", label: t`Amount` },
              { value: "count", label: t`Quantity × unit price` },
            ]}
          />
        </Field>
      )}
      {line.kind === "amount" ? (
        <Field {...amount.field}>
          <TextInput
            {...amount.input}
            readOnly={line.isRemoved}
            inputMode="decimal"
            autoComplete="off"
          />
        </Field>
      ) : (
        <>
          <Field {...quantity.field}>
            <TextInput
              {...quantity.input}
              readOnly={line.isRemoved}
              inputMode="numeric"
              autoComplete="off"
            />
          </Field>
          <Field {...unitPrice.field}>
            <TextInput
              {...unitPrice.input}
              readOnly={line.isRemoved}
              inputMode="decimal"
              autoComplete="off"
            />
          </Field>
        </>
      )}
      <div className={styles["lineFoot"]}>
        <span>
          {cents !== null && (line.kind === "count" || isChanged) && formatMoneyAmount(usd(cents))}
          {isChanged && was !== null && (
            <>
              {" "}
              <Trans>(was {was})</Trans>
            </>
          )}
        </span>
        {before === null ? (
          onRemove !== null && (
            <Button icon="trash" onClick={onRemove} aria-label={t`Remove line ${number}`}>
              <Trans>Remove</Trans>
            </Button>
          )
        ) : line.isRemoved ? (
          <Button onClick={() => onChange({ isRemoved: false })}>
            <Trans>Keep line {number}</Trans>
          </Button>
        ) : (
          <Button
            icon="trash"
            onClick={() => onChange({ isRemoved: true })}
            aria-label={t`Remove line ${number}`}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}
