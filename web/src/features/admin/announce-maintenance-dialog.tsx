/** Announces maintenance, or changes its announcement. Times are in the time zone of the reader. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type Maintenance, maintenance } from "#contracts/maintenance.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { localTime, toLocalTime } from "../../lib/i18n/calendar-days.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";

export default function AnnounceMaintenanceDialog({
  current,
  onClose,
}: {
  /** The announcement that is changed; null for a new one. */
  current: Maintenance["announcement"];
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { timeZone } = useLocaleSettings();
  const shown = (iso: string | null | undefined) =>
    iso === null || iso === undefined ? "" : toLocalTime(iso, timeZone);
  const form = useEndpointForm(maintenance.announce, {
    initial: {
      startsAt: shown(current?.startsAt),
      expectedEndAt: shown(current?.expectedEndAt),
      message: current?.message ?? "",
    },
    labels: { startsAt: t`Start`, expectedEndAt: t`Expected end`, message: t`Message` },
    body: ({ startsAt, expectedEndAt, message }) => ({
      ...(startsAt === "" ? {} : { startsAt: localTime(startsAt, timeZone) }),
      ...(expectedEndAt === "" ? {} : { expectedEndAt: localTime(expectedEndAt, timeZone) }),
      ...(message.trim() === "" ? {} : { message: message.trim() }),
    }),
    onDone: async () => {
      void toast({ title: t`Maintenance announced` });
      onClose();
      await invalidate(client, maintenance.view, maintenance.announced);
    },
  });
  const start = form.field("startsAt");
  const end = form.field("expectedEndAt");
  const message = form.field("message");
  const zone = timeZone.replaceAll("_", " ");
  return (
    <FormDialog
      form={form}
      title={current === null ? t`Announce maintenance` : t`Change the announcement`}
      submit={current === null ? <Trans>Announce</Trans> : <Trans>Save</Trans>}
      isEdit={current !== null}
      intro={
        <p>
          <Trans>
            All users see a countdown. At the start the console closes to customers by itself; you
            end the maintenance.
          </Trans>
        </p>
      }
      onClose={onClose}
    >
      <Field {...start.field} help={t`In your time zone, ${zone}`}>
        <TextInput {...start.input} type="datetime-local" />
      </Field>
      <Field
        {...end.field}
        aside={t`optional`}
        help={t`Users see it. Maintenance doesn't end by itself`}
      >
        <TextInput {...end.input} type="datetime-local" />
      </Field>
      <Field {...message.field} aside={t`optional`} help={t`What's being done`}>
        <Textarea {...message.input} rows={3} />
      </Field>
    </FormDialog>
  );
}
