/** A workspace that does not pay, and the jobs that collect from it. */
import { api } from "#contracts/api.ts";
import { monthCloseJob } from "../modules/billing/close-job.ts";
import { invoiceCollectionJob } from "../modules/billing/payments/collect-job.ts";
import { paymentReconciliationJob } from "../modules/billing/payments/reconcile-job.ts";
import { dunningJob } from "../modules/dunning/dunning-job.ts";
import { suspensionLiftJob } from "../modules/dunning/lift-job.ts";
import { createPayer, paymentsDeps } from "./card-payments.ts";
import { createCredential, getInstance, orderInstance } from "./order-instances.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { createUser } from "./users.ts";

let staffMembers = 0;

export async function createDebtor(env: TestEnvironment, name: string) {
  const payer = await createPayer(env, name);
  const { owner, path } = payer;
  let issuedAt = env.clock.now();
  const runJobs = async () => {
    const deps = paymentsDeps(env);
    await paymentReconciliationJob.handle(deps, {});
    await invoiceCollectionJob.handle(deps, {});
    await monthCloseJob.handle(deps, {});
    await dunningJob.handle(deps, {});
    await suspensionLiftJob.handle(deps, {});
    await env.runDueJobs();
  };
  const mails = (to = owner.email) =>
    env.mail.messages().filter((message) => message.to.includes(to));
  /** A staff member who has just signed in. */
  const staff = () => {
    staffMembers += 1;
    return createUser(env, `staff-${staffMembers}@debtor.test`, { staffRole: "BusinessAdmin" });
  };

  return {
    payer,
    staff,
    /** The time from which `on` counts its days. */
    issuedAt: () => issuedAt,
    countFromNow: () => {
      issuedAt = env.clock.now();
    },
    /** Runs the jobs of billing as they are due at `days` after the issue of the invoice. */
    on: async (days: number) => {
      env.clock.set(new Date(issuedAt.getTime() + days * 86_400_000).toISOString());
      await runJobs();
    },
    at: async (time: string) => {
      env.clock.set(time);
      await runJobs();
    },
    mails,
    subjects: () => mails().map(({ subject }) => subject),
    workspace: async () => (await owner.client.call(api.workspaces.view, { path })).data,
    addBalance: async (source: "bank" | "goodwill", amountCents = 4_000) => {
      const { client } = await staff();
      const { status, code } = await client.call(api.adminBilling.addBalance, {
        path: { adminWorkspace: payer.workspace.id },
        body: { amountCents, source, reason: "Test" },
      });
      if (status !== 200) throw new Error(`The balance was not added: ${code ?? status}`);
    },
    /** An invoice of staff, due after 7 days. */
    createInvoice: async (amountCents: number) => {
      const { client } = await staff();
      const lines = [{ description: "Test", amountCents }];
      const { data } = await client.call(api.adminBilling.createInvoice, {
        body: { workspaceId: payer.workspace.id, reason: "Test", lines },
      });
      return data.id;
    },
    startInstance: async (hostname: string) => {
      const credentialId = await createCredential(env, payer.workspace, owner, hostname);
      const order = { workspace: payer.workspace, credentialId, hostname: [hostname] };
      const { id } = await orderInstance(owner.client, order);
      await env.advanceTime(30);
      return id;
    },
    statusOf: async (id: string) => (await getInstance(owner.client, payer.workspace, id)).status,
  };
}

export type Debtor = Awaited<ReturnType<typeof createDebtor>>;
