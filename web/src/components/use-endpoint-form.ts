/**
 * A form for one endpoint: its schema validates the values, and validation errors of the server are shown at their
 * fields.
 */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { Endpoint, EndpointOutput } from "#contracts/endpoint.ts";
import { requestUntyped } from "../lib/api/api-client.ts";
import { isReauthenticationCancelled, ProblemError } from "../lib/api/problem-error.ts";
import { isSensitiveRequest } from "../lib/api/sensitive-endpoints.ts";
import { BrowserOnlyError, serverPage } from "../lib/browser/page-scope.ts";
import { currentSession } from "../lib/session/session.ts";
import { readKeptForm, useKeptForm } from "../lib/browser/unsent.ts";
import type { BodyValidation } from "../lib/api/body-validation.ts";
import { useBodyValidation } from "../lib/hooks/use-body-validation.ts";
import { problemSentence, problemMessage } from "../lib/i18n/messages.ts";
import type { FieldBinding, InputBinding } from "../ui/field.tsx";
import type { FormRequestPreview } from "./code-samples/request-preview.ts";

export interface FormOptions<C extends Endpoint, V extends object> {
  readonly initial: V;
  /** Name of each field: used as its label and in the error summary. */
  readonly labels: { readonly [K in keyof V]: string };
  readonly path?: Readonly<Record<string, string>>;
  /** Builds the body from the form values; the default is the values themselves. */
  readonly body?: (values: V) => unknown;
  /** Instead of `body`, for a form that needs several requests: one body per request, sent in this order. */
  readonly requestBodies?: (values: V) => readonly unknown[];
  readonly onDone: (response: EndpointOutput<C>, values: V) => void | Promise<void>;
  /** Maps body fields that have no input of their own to the field that shows their errors. */
  readonly alias?: Readonly<Record<string, string>>;
  /** Additional errors by field: rules that the server reports by a problem code. */
  readonly also?: (values: V) => Readonly<Record<string, string>>;
  /** Maps problem codes to the field that shows them: `email_already_in_use` to `email`. */
  readonly fieldOf?: Readonly<Record<string, string>>;
  /** Handles a problem: returns true when nothing is left to show, or the errors to show by field. */
  readonly onProblem?: (
    problem: ProblemError,
    values: V,
  ) => boolean | Readonly<Record<string, string>>;
}

/** A validation error: its field, the field's label and the message. */
export interface FormProblem {
  readonly path: string;
  readonly label: string;
  readonly message: string;
}

type Errors = Readonly<Record<string, string>>;

/** Storage key for typed text that survives a reload; null for a guest, and when the request holds a secret. */
function keptKey<C extends Endpoint, V extends object>(
  contract: C,
  { path, labels }: FormOptions<C, V>,
  bodies: readonly unknown[],
): string | null {
  const { self } = currentSession();
  if (self === null) return null;
  if (serverPage() !== null) throw new BrowserOnlyError("An unsent form is stored in the browser");
  if (bodies.some((body) => isSensitiveRequest({ call: contract, input: { body } }))) return null;
  const form = JSON.stringify([contract.id, path ?? null, Object.keys(labels)]);
  return `${self.user.id} ${location.pathname} ${form}`;
}

export function useEndpointForm<C extends Endpoint, V extends object>(
  contract: C,
  options: FormOptions<C, V>,
) {
  const { i18n } = useLingui();
  const bodiesFrom = (typed: V): readonly unknown[] =>
    options.requestBodies?.(typed) ?? [options.body?.(typed) ?? typed];
  const keyFor = (typed: V) => keptKey(contract, options, bodiesFrom(typed));
  // Values typed before this page was reloaded.
  const [before] = useState(() => readKeptForm(keyFor(options.initial), options.initial));
  const [values, setValues] = useState(before?.values ?? options.initial);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<{ message: string; requestId: string | null } | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  const { validation, load: loadValidation } = useBodyValidation(contract);
  const [stored, setKept] = useState(options.initial);
  // One key per filled form: submitting twice, or again after a lost response, takes effect once.
  const [idempotencyKey, setKey] = useState(() => before?.idempotencyKey ?? crypto.randomUUID());
  const dirty = JSON.stringify(values) !== JSON.stringify(stored);
  useKeptForm(keyFor(values), dirty, { values, idempotencyKey });

  const fieldId = (path: string) => `${contract.id}.${path}`;
  const fieldLabel = (path: string): string => {
    const [head, position] = path.split(".");
    const entry =
      Object.entries<string>(options.labels).find(([name]) => name === head)?.[1] ?? path;
    return position !== undefined && /^\d+$/.test(position)
      ? `${entry} ${Number(position) + 1}`
      : entry;
  };

  const requestInputs = () => requestBodies().map((body) => ({ path: options.path, body }));

  /** The first change of a field clears its errors and those nested in it. */
  const clear = (path: string) => {
    setErrors((now) =>
      Object.fromEntries(
        Object.entries(now).filter(([key]) => key !== path && !key.startsWith(`${path}.`)),
      ),
    );
    setFailure(null);
  };

  const change = (changes: Partial<V>) => {
    setValues((now) => ({ ...now, ...changes }));
    for (const name of Object.keys(changes)) clear(name);
  };

  /** Label and error for `Field`, the rest for its input; works for values nested in the form. */
  const at = <T>(path: string, value: T, onChange: (value: T) => void) => {
    const error = errors[path];
    const field: FieldBinding = { id: fieldId(path), label: fieldLabel(path), error };
    const input: InputBinding<T> = {
      id: fieldId(path),
      name: path,
      value,
      invalid: error !== undefined,
      limit: typeof value === "string" ? validation?.limitOf(path) : undefined,
      onChange: (next) => {
        onChange(next);
        clear(path);
      },
    };
    return { field, input };
  };

  const field = <K extends keyof V & string>(name: K) =>
    at(name, values[name], (value: V[K]) => setValues((now) => ({ ...now, [name]: value })));

  const requestBodies = () => bodiesFrom(values);

  const check = (rules: BodyValidation | null): Errors => ({
    ...options.also?.(values),
    ...Object.assign({}, ...requestBodies().map((body) => rules?.errorsOf(body, i18n) ?? {})),
  });

  const isAccepted = (rules: BodyValidation | null): boolean =>
    Object.keys(check(rules)).length === 0;

  /** Localized messages of the server's validation errors; its own messages while the texts can't be loaded. */
  const fieldMessages = async (fields: NonNullable<ProblemError["fields"]>): Promise<Errors> => {
    const texts = await import("../lib/i18n/field-error-messages.ts").catch(() => null);
    const messages = Object.entries(fields).map(([path, [first]]) => [
      path,
      first === undefined ? "" : (texts?.fieldProblemMessage(i18n, first) ?? first.message),
    ]);
    return Object.fromEntries(messages);
  };

  /** Orders errors by field and moves each to the field that shows it. */
  const arrange = (found: Errors): Errors => {
    const shown = Object.entries(found).map(
      ([path, message]) => [options.alias?.[path] ?? path, message] as const,
    );
    const order = Object.keys(options.labels);
    const fieldIndex = (path: string) => {
      const index = order.indexOf(path.split(".")[0] ?? "");
      return index < 0 ? order.length : index;
    };
    const sorted = shown.toSorted(([one], [other]) => fieldIndex(one) - fieldIndex(other));
    // Only the first error of a field is shown.
    return Object.fromEntries(
      sorted.filter(
        ([path], position) => sorted.findIndex(([other]) => other === path) === position,
      ),
    );
  };

  const show = (found: Errors) => {
    const next = arrange(found);
    setErrors(next);
    const first = Object.keys(next)[0];
    if (first !== undefined)
      requestAnimationFrame(() => document.getElementById(fieldId(first))?.focus());
  };

  const handleProblem = async (error: unknown): Promise<void> => {
    if (isReauthenticationCancelled(error)) return;
    if (error instanceof ProblemError) {
      const handled = options.onProblem?.(error, values);
      if (handled === true) return;
      if (typeof handled === "object") return show(handled);
      const only = options.fieldOf?.[error.code];
      if (only !== undefined) return show({ [only]: problemMessage(i18n, error) });
      if (error.fields !== null) {
        return show(await fieldMessages(error.fields));
      }
    }
    setFailure({
      // The form shows the request id on a line of its own.
      message: problemSentence(i18n, error),
      requestId: error instanceof ProblemError ? error.requestId : null,
    });
  };

  /** Shows what is missing or invalid, as `submit` does before it sends; resolves to whether there is nothing. */
  const validate = async (): Promise<boolean> => {
    const found = check(validation ?? (await loadValidation()));
    show(found);
    return Object.keys(found).length === 0;
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    setFailure(null);
    setBusy(true);
    try {
      const found = check(validation ?? (await loadValidation()));
      if (Object.keys(found).length > 0) return show(found);
      setErrors({});
      const responses: EndpointOutput<C>[] = [];
      for (const input of requestInputs())
        responses.push(await requestUntyped(contract, input, { idempotencyKey }));
      // Flushed, because the next step usually leaves the page, which must not warn about unsubmitted text.
      flushSync(() => setKept(values));
      for (const response of responses.slice(-1)) await options.onDone(response, values);
    } catch (error) {
      // A rejected order was not placed, so the next try gets a new key.
      if (error instanceof ProblemError && error.status >= 400 && error.status < 500)
        setKey(crypto.randomUUID());
      await handleProblem(error);
    } finally {
      setBusy(false);
    }
  };

  const problems: FormProblem[] = Object.entries(errors).map(([path, message]) => ({
    path,
    label: fieldLabel(path),
    message,
  }));

  return {
    values,
    change,
    field,
    at,
    submit,
    validate,
    busy,
    /** Whether the form holds unsubmitted changes. */
    dirty,
    /** Resets the form to these values. */
    reset: (next: V) => {
      setValues(next);
      setKept(next);
    },
    problems,
    failure,
    idOf: fieldId,
    contract,
    /** The request that `submit` would send now. */
    requested: (): FormRequestPreview => ({
      requests: requestInputs().map((input) => ({ call: contract, input })),
      isComplete:
        validation === null
          ? async () => isAccepted(await loadValidation())
          : isAccepted(validation),
    }),
  };
}

/** The properties of a form that its frame needs. */
export type UntypedForm = Pick<
  ReturnType<typeof useEndpointForm<Endpoint, object>>,
  "submit" | "busy" | "dirty" | "problems" | "failure" | "idOf" | "contract" | "requested"
>;
