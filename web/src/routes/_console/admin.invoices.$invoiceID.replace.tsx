import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { adminInvoiceActions } from "#contracts/actions/admin-billing.ts";
import { adminBilling, type AdminInvoice } from "#contracts/admin-billing.ts";
import { usd } from "#contracts/money.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { DetailPage } from "../../components/detail-page.tsx";
import { Form, FormProblems } from "../../components/form.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import {
  changesOf,
  type EditedLine,
  lineCents,
  toEditedLine,
  toNewRecord,
} from "../../features/billing/staff/edited-line.ts";
import { LineEditor, useLineProblems } from "../../features/billing/staff/line-editor.tsx";
import { ReversalConsequences } from "../../features/billing/staff/reverse-dialog.tsx";
import { changedByMoney } from "../../features/billing/staff/staff-queries.ts";
import { SumNote } from "../../features/billing/staff/sum-note.tsx";
import { endpointQuery, invalidate, prefetch } from "../../lib/api/api-client.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { formatMoneyAmount } from "../../lib/i18n/format.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card, Columns } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { Field, Textarea } from "../../ui/field.tsx";
import { pageStyles } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.ts";

const loadDialog = () => import("../../components/confirmed-form-dialog.tsx");
const ConfirmedFormDialog = lazyPart(async () => ({
  default: (await loadDialog()).ConfirmedFormDialog,
}));

export const Route = createFileRoute("/_console/admin/invoices/$invoiceID/replace")({
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.invoice.reverse"),
  loader: ({ context, params: { invoiceID: invoice } }) =>
    prefetch(context.queryClient, endpointQuery(adminBilling.invoice, { path: { invoice } })),
  component: ReplacePage,
});

function ReplacePage() {
  const { t } = useLingui();
  const { invoiceID: invoice } = Route.useParams();
  const result = usePageQuery(endpointQuery(adminBilling.invoice, { path: { invoice } }));
  return (
    <DetailPage
      result={result}
      title={({ number }) => t`Replace ${number ?? ""}`}
      summary={({ workspace }) => (
        <Trans>An editable copy of the invoice of {workspace.name}.</Trans>
      )}
    >
      {(shown) => <ReplaceForm key={shown.id} invoice={shown} />}
    </DetailPage>
  );
}

/** What a line sends: nothing unless it is changed, removed or added. */
function toRecords(line: EditedLine, before: AdminInvoice["lines"]): object[] {
  const original = before.find(({ id }) => id === line.recordId);
  if (original === undefined) return [{ new: true, ...toNewRecord(line) }];
  if (line.isRemoved) return [{ recordId: original.id, remove: true }];
  const changes = changesOf(line, original);
  return changes === null ? [] : [{ recordId: original.id, ...changes }];
}

function ReplaceForm({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const reasonFor = useActionReason();
  const problemsOf = useLineProblems();
  const [isConfirming, setConfirming] = useState(false);
  const name = invoice.number ?? invoice.workspace.name;
  const before = invoice.lines;
  const form = useEndpointForm(adminBilling.reverseAndCreateNew, {
    initial: { lines: before.map(toEditedLine), reason: "", typed: "" },
    labels: { lines: t`Line`, reason: t`Reason`, typed: t`Type ${name} to confirm` },
    path: { invoice: invoice.id },
    alias: { modifiedRecords: "lines" },
    also: ({ lines }) => problemsOf(lines, before),
    body: ({ lines, reason }) => ({
      reason,
      modifiedRecords: lines.flatMap((line) => toRecords(line, before)),
    }),
    onDone: async ({ id, number }) => {
      setConfirming(false);
      void toast({ title: t`${name} replaced by ${number ?? ""}` });
      await navigate({ to: "/admin/invoices/$invoiceID", params: { invoiceID: id } });
      await invalidate(client, ...changedByMoney);
    },
  });
  const confirmReplacement = async () => {
    if (await form.validate()) setConfirming(true);
  };
  const reason = form.field("reason");
  const { lines } = form.values;
  const verb = t`Reverse and create new`;
  return (
    <>
      <Columns
        main={
          <Card>
            <Form form={form} className={pageStyles["form"] ?? ""}>
              {!isConfirming && <FormProblems form={form} />}
              <LineEditor
                form={form}
                lines={lines}
                before={before}
                onChange={(next) => form.change({ lines: next })}
              />
              <Field {...reason.field} help={t`The customer reads it on both documents`}>
                <Textarea {...reason.input} rows={2} maxLength={1000} />
              </Field>
              <div className={pageStyles["formActions"]}>
                <ActionButton
                  tone="danger"
                  reason={reasonFor(adminInvoiceActions.reverseAndCreateNew, invoice)}
                  onPointerEnter={() => void loadDialog()}
                  onFocus={() => void loadDialog()}
                  onClick={() => void confirmReplacement()}
                >
                  {verb}
                </ActionButton>
                <Link
                  to="/admin/invoices/$invoiceID"
                  params={{ invoiceID: invoice.id }}
                  className={buttonClass()}
                >
                  <Trans>Cancel</Trans>
                </Link>
              </div>
            </Form>
          </Card>
        }
        aside={<Difference invoice={invoice} lines={lines} />}
      />
      {isConfirming && (
        <Suspense>
          <ConfirmedFormDialog
            form={form}
            typed={form.field("typed")}
            name={name}
            title={t`Reverse ${name} and create a new invoice?`}
            verb={verb}
            consequences={
              <>
                <ReversalConsequences invoice={invoice} />
                <li>
                  <Trans>A new invoice is issued at once. The balance pays it first.</Trans>
                </li>
              </>
            }
            onClose={() => {
              setConfirming(false);
              form.change({ typed: "" });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The sums of the lines before and after, and how many lines differ. */
function Difference({ invoice, lines }: { invoice: AdminInvoice; lines: readonly EditedLine[] }) {
  const { t } = useLingui();
  const originalOf = (line: EditedLine) =>
    invoice.lines.find(({ id }) => id === line.recordId) ?? null;
  const after = lines.reduce((sum, line) => sum + (lineCents(line, originalOf(line)) ?? 0), 0);
  const difference = after - invoice.subtotal.cents;
  const removed = lines.filter(({ isRemoved }) => isRemoved).length;
  const added = lines.filter(({ recordId }) => recordId === null).length;
  const changed = lines.filter((line) => {
    const original = originalOf(line);
    return !line.isRemoved && original !== null && changesOf(line, original) !== null;
  }).length;
  const amount = formatMoneyAmount(usd(difference));
  return (
    <Card title={t`Difference`}>
      <DescriptionList
        pairs={[
          [t`Lines before`, formatMoneyAmount(invoice.subtotal)],
          [t`Lines after`, formatMoneyAmount(usd(after))],
          [t`Difference`, difference > 0 ? `+${amount}` : amount],
          [t`Changed`, <Plural key="changed" value={changed} one="# line" other="# lines" />],
          [t`Removed`, <Plural key="removed" value={removed} one="# line" other="# lines" />],
          [t`Added`, <Plural key="added" value={added} one="# line" other="# lines" />],
        ]}
      />
      <SumNote>
        <Trans>Discount and tax are computed again when the new invoice is issued.</Trans>
      </SumNote>
    </Card>
  );
}
