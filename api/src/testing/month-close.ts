/** Closes calendar months of workspaces with one owner, and reads what came of it. */
import { api } from "#contracts/api.ts";
import { createDrafts, issueMonth, type Month } from "../modules/billing/close-month.ts";
import { insertUsage, january, setBillingCountry } from "./billing.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { createNewWorkspace, type TestUser, type TestWorkspace } from "./users.ts";

interface Path {
  readonly workspace: string;
}

export function monthClose(env: TestEnvironment, owner: TestUser) {
  const list = async (path: Path) =>
    (
      await owner.client.call(api.billingInvoices.invoices, {
        path,
        query: { orderBy: "createdAt" },
      })
    ).data.data;
  const view = async (path: Path, invoice: string) =>
    (await owner.client.call(api.billingInvoices.invoice, { path: { ...path, invoice } })).data;
  return {
    list,
    view,
    open: async (country = "US") => {
      const { workspace, path } = await createNewWorkspace(env, owner, "close");
      await setBillingCountry(env, workspace.id, country);
      return { workspace, path };
    },
    /** Drafts and issues the invoices of a month. */
    close: async (month: Month = january) => {
      await createDrafts(env.db, month, env.clock.now());
      return issueMonth(env.db, month, env.clock.now());
    },
    onlyInvoice: async (path: Path) => {
      const [first, ...others] = await list(path);
      if (first === undefined || others.length > 0) throw new Error("one invoice is expected");
      return view(path, first.id);
    },
    usage: (workspace: TestWorkspace, from: string, to: string | null, rate: string) =>
      insertUsage(env, workspace, owner, { from, to, rate }),
  };
}

export type MonthClose = ReturnType<typeof monthClose>;
