import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { adminBilling } from "#contracts/admin-billing.ts";
import { adminWorkspaces, type AdminWorkspaceRow } from "#contracts/admin-workspaces.ts";
import { usd } from "#contracts/money.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { SearchChoice } from "../../components/search-choice.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { toCents } from "../../features/billing/staff/amounts.ts";
import { emptyLine, lineCents, toNewRecord } from "../../features/billing/staff/edited-line.ts";
import { LineEditor, useLineProblems } from "../../features/billing/staff/line-editor.tsx";
import { changedByMoney } from "../../features/billing/staff/staff-queries.ts";
import { SumNote } from "../../features/billing/staff/sum-note.tsx";
import { endpointQuery, invalidate } from "../../lib/api/api-client.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { usePageTitle } from "../../lib/hooks/use-page-title.ts";
import { formatMoneyAmount } from "../../lib/i18n/format.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card, Columns } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import { PageHeader, pageStyles } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.ts";

const loadDialog = () => import("../../components/confirmed-form-dialog.tsx");
const ConfirmedFormDialog = lazyPart(async () => ({
  default: (await loadDialog()).ConfirmedFormDialog,
}));

export const Route = createFileRoute("/_console/admin/invoices/add")({
  validateSearch: ({ workspaceId }: Record<string, unknown>): { workspaceId?: string } =>
    typeof workspaceId === "string" ? { workspaceId } : {},
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.invoice.create"),
  component: AddInvoice,
});

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The workspace is that of the URL until another one is searched. */
function useChosenWorkspace() {
  const { workspaceId } = Route.useSearch();
  const [found, setFound] = useState<Named | null | undefined>(undefined);
  const { data } = useQuery({
    ...endpointQuery(adminWorkspaces.view, { path: { adminWorkspace: workspaceId ?? "" } }),
    enabled: workspaceId !== undefined,
  });
  const given = workspaceId === undefined ? null : (data ?? null);
  const chosen: Named | null = found === undefined ? given : found;
  return { chosen, choose: setFound };
}

function AddInvoice() {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const title = t`Create invoice`;
  usePageTitle(title);
  const { chosen, choose } = useChosenWorkspace();
  const [isConfirming, setConfirming] = useState(false);
  const problemsOf = useLineProblems();
  const name = chosen?.name ?? "";
  const form = useEndpointForm(adminBilling.createInvoice, {
    initial: {
      workspaceId: "",
      lines: [emptyLine("first")],
      discount: "",
      reason: "",
      isDraft: true,
      typed: "",
    },
    labels: {
      workspaceId: t`Workspace`,
      lines: t`Line`,
      discount: t`Discount in US$`,
      reason: t`Reason`,
      isDraft: t`Draft`,
      typed: t`Type ${name} to confirm`,
    },
    alias: { discountCents: "discount" },
    also: ({ lines, discount }): Readonly<Record<string, string>> => ({
      ...(chosen === null && { workspaceId: t`Choose a workspace` }),
      ...problemsOf(lines, []),
      ...(discount.trim() !== "" &&
        toCents(discount) === null && { discount: t`Enter an amount such as 12 or 12.50` }),
    }),
    body: ({ lines, discount, reason, isDraft }) => ({
      workspaceId: chosen?.id ?? "",
      reason,
      lines: lines.map(toNewRecord),
      discountCents: discount.trim() === "" ? 0 : toCents(discount),
      isDraft,
    }),
    onDone: async ({ id, number }) => {
      setConfirming(false);
      void toast({ title: number === null ? t`Draft saved` : t`${number} issued` });
      await navigate({ to: "/admin/invoices/$invoiceID", params: { invoiceID: id } });
      await invalidate(client, ...changedByMoney);
    },
  });
  const confirmIssue = async () => {
    if (!(await form.validate())) return;
    form.change({ isDraft: false });
    setConfirming(true);
  };
  const [discount, reason] = [form.field("discount"), form.field("reason")];
  const { lines } = form.values;
  const sum = lines.reduce((cents, line) => cents + (lineCents(line, null) ?? 0), 0);
  const net = usd(Math.max(0, sum - (toCents(form.values.discount) ?? 0)));
  const text = formatMoneyAmount(net);
  return (
    <>
      <PageHeader
        title={title}
        summary={<Trans>Promo codes do not apply to an invoice that staff write.</Trans>}
      />
      <Columns
        main={
          <Card>
            <Form form={form} className={pageStyles["form"] ?? ""}>
              {!isConfirming && <FormProblems form={form} />}
              <SearchChoice
                id={form.field("workspaceId").field.id}
                label={t`Workspace`}
                help={chosen === null ? t`Search by name or handle` : t`For ${name}`}
                error={form.field("workspaceId").field.error}
                legend={t`Matching workspaces`}
                query={(search) =>
                  endpointQuery(adminWorkspaces.list, { query: { search, perPage: "6" } })
                }
                chosen={chosen}
                onChoose={(row: AdminWorkspaceRow | null) => {
                  choose(row);
                  form.change({ workspaceId: row?.id ?? "" });
                }}
                empty={<Trans>No workspace matches.</Trans>}
              >
                {(row: AdminWorkspaceRow) => (
                  <>
                    <b>{row.name}</b>
                    <small>{row.handle}</small>
                  </>
                )}
              </SearchChoice>
              <LineEditor
                form={form}
                lines={lines}
                onChange={(next) => form.change({ lines: next })}
              />
              <Field {...discount.field} help={t`Optional. Taken off before tax`}>
                <TextInput {...discount.input} inputMode="decimal" autoComplete="off" />
              </Field>
              <Field {...reason.field} help={t`The customer reads it on the invoice`}>
                <Textarea {...reason.input} rows={2} maxLength={1000} />
              </Field>
              <div className={pageStyles["formActions"]}>
                <Button tone="primary" type="submit" busy={form.busy && !isConfirming}>
                  <Trans>Save draft</Trans>
                </Button>
                <Button
                  onPointerEnter={() => void loadDialog()}
                  onFocus={() => void loadDialog()}
                  onClick={() => void confirmIssue()}
                >
                  <Trans>Issue now</Trans>
                </Button>
                <Link to="/admin/invoices" className={buttonClass()}>
                  <Trans>Cancel</Trans>
                </Link>
              </div>
            </Form>
          </Card>
        }
        aside={
          <Card title={t`Sum`}>
            <DescriptionList
              pairs={[
                [t`Lines`, formatMoneyAmount(usd(sum))],
                [t`Net`, text],
              ]}
            />
            <SumNote>
              <Trans>Tax follows from the billing details of the workspace.</Trans>
            </SumNote>
          </Card>
        }
      />
      {isConfirming && (
        <Suspense>
          <ConfirmedFormDialog
            form={form}
            typed={form.field("typed")}
            name={name}
            title={t`Issue this invoice to ${name}?`}
            verb={<Trans>Issue {text}</Trans>}
            consequences={
              <>
                <li>
                  <Trans>
                    It gets its number, and {name} owes {text} and the tax.
                  </Trans>
                </li>
                <li>
                  <Trans>The balance pays it at once as far as it goes.</Trans>
                </li>
                <li>
                  <Trans>It can no longer be changed, only reversed.</Trans>
                </li>
              </>
            }
            onClose={() => {
              setConfirming(false);
              form.change({ isDraft: true, typed: "" });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
