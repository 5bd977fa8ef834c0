/** The fields of a webhook, on the page that creates one and in the dialog that changes one. */
import { useLingui } from "@lingui/react/macro";
import { maxWebhookUrlLength } from "#contracts/webhook-endpoints.ts";
import type { WebhookEventType } from "#contracts/webhook-event-types.ts";
import { Field, type FieldBinding, type InputBinding, TextInput } from "../../ui/field.tsx";
import { EventTypesField } from "./event-types-field.tsx";

export interface WebhookValues {
  readonly name: string;
  readonly url: string;
  readonly eventTypes: readonly WebhookEventType[];
}

export const initialWebhookValues: WebhookValues = { name: "", url: "", eventTypes: [] };

export function useWebhookLabels(): Record<keyof WebhookValues, string> {
  const { t } = useLingui();
  return { name: t`Name`, url: t`URL`, eventTypes: t`Events` };
}

interface Binding<V> {
  readonly field: FieldBinding;
  readonly input: InputBinding<V>;
}

interface WebhookFieldsProps {
  readonly name: Binding<string>;
  readonly url: Binding<string>;
  readonly eventTypes: Binding<readonly WebhookEventType[]>;
}

export function WebhookFields({ name, url, eventTypes }: WebhookFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <Field {...name.field} help={t`What receives the events, such as “Deploy hook”`}>
        <TextInput {...name.input} autoComplete="off" maxLength={64} autoFocus />
      </Field>
      <Field {...url.field} help={t`A public HTTPS URL, on port 443 or 8443`}>
        <TextInput
          {...url.input}
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={maxWebhookUrlLength}
          placeholder="https://example.com/boreal"
        />
      </Field>
      <EventTypesField {...eventTypes} />
    </>
  );
}
