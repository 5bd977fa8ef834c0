/** Handlers of money that staff add to a balance: at once, or after a second person approved it. */
import type { adminBilling, AdminBalance } from "#contracts/admin-billing.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { balanceApprovalActions } from "#contracts/actions/admin-billing.ts";
import type {
  BalanceApproval,
  balanceApprovals as endpoints,
} from "#contracts/balance-approvals.ts";
import { usd } from "#contracts/money.ts";
import type { Tx } from "../../core/db/db.ts";
import { type Handlers, systemHandler, systemListHandler } from "../../core/http/handlers.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import { isUuid, uuidv7 } from "../../core/lib/crypto.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { findWorkspaceName } from "./admin-invoices-store.ts";
import {
  answerBalanceApproval,
  findBalanceApproval,
  insertBalanceApproval,
  listBalanceApprovals,
  sumAddedAlone,
} from "./balance-approvals-store.ts";
import { toAccountBalance } from "./history.ts";
import { lockBillingAccount, readBalances } from "./ledger.ts";
import { addBalance } from "./pay-invoices.ts";

const systemReason = "staff see every tenant";

/** The period in which one person may add up to the amount without approval, so that parts of a sum count together. */
const aloneMs = 86_400_000;

export interface ApprovalDeps {
  /** What a staff member may add to the balance of a workspace in 24 hours without the approval of another, in cents. */
  readonly creditWithoutApprovalCents?: number;
}
const defaultWithoutApproval = 50_000;

export async function requireWorkspace(tx: Tx, id: string) {
  const workspace = isUuid(id) ? await findWorkspaceName(tx, id) : null;
  if (workspace === null) throw new ProblemError("not_found");
  return workspace;
}

async function readWithoutApproval(
  tx: Tx,
  { creditWithoutApprovalCents = defaultWithoutApproval }: ApprovalDeps,
  { workspaceId, by }: { workspaceId: string; by: string },
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - aloneMs);
  const added = await sumAddedAlone(tx, { workspaceId, by, since });
  return Math.max(0, creditWithoutApprovalCents - added);
}

async function readAdminBalance(
  tx: Tx,
  deps: ApprovalDeps,
  named: { workspaceId: string; by: string },
  now: Date,
): Promise<AdminBalance> {
  return {
    ...toAccountBalance(await readBalances(tx, named.workspaceId)),
    withoutApproval: usd(await readWithoutApproval(tx, deps, named, now)),
  };
}

export const adminBalanceHandlers = (
  deps: ApprovalDeps,
): Handlers<Pick<typeof adminBilling, "balance" | "addBalance">> => ({
  balance: systemHandler(systemReason, async ({ tx, now, caller, path }) => {
    const { id } = await requireWorkspace(tx, path.adminWorkspace);
    return readAdminBalance(tx, deps, { workspaceId: id, by: caller.user.id }, now);
  }),

  addBalance: systemHandler(
    systemReason,
    async ({ tx, now, caller, path, body, audit, publish }) => {
      const { id: workspaceId, name } = await requireWorkspace(tx, path.adminWorkspace);
      const { amountCents: cents, source, reason } = body;
      const by = caller.user.id;
      const named = { workspaceId, by };
      // Under the lock, so that two requests at once count each other.
      await lockBillingAccount(tx, workspaceId);
      const target = { type: "workspace", id: workspaceId, name };
      const changes = [
        { field: "billing.amount", from: null, to: cents },
        { field: "reason", from: null, to: reason },
      ];
      const credit = { workspaceId, cents, source, reason, by };
      if (cents > (await readWithoutApproval(tx, deps, named, now))) {
        const id = uuidv7(now);
        await insertBalanceApproval(tx, { ...credit, id }, now);
        // Without the workspace: its customer reads of it when the money is added.
        const field = "billing.approval";
        audit({ target, changes: [...changes, { field, from: null, to: "pending" }] });
        const approval = await requireApproval(tx, id);
        return { ...(await readAdminBalance(tx, deps, named, now)), approval };
      }
      const idempotencyKey = `add_balance:${uuidv7(now)}`;
      await addBalance(tx, { ...credit, idempotencyKey }, now);
      audit({ workspaceId, target, changes });
      await publish(workspaceId, { topic: "billing", id: null });
      return { ...(await readAdminBalance(tx, deps, named, now)), approval: null };
    },
  ),
});

async function requireApproval(tx: Tx, id: string): Promise<BalanceApproval> {
  const approval = isUuid(id) ? await findBalanceApproval(tx, id) : null;
  if (approval === null) throw new ProblemError("not_found");
  return approval;
}

/** The request under the lock of its account, so that it is answered once. */
async function lockApproval(tx: Tx, id: string): Promise<BalanceApproval> {
  const { workspace } = await requireApproval(tx, id);
  await lockBillingAccount(tx, workspace.id);
  return requireApproval(tx, id);
}

export const balanceApprovalsHandlers: Handlers<typeof endpoints> = {
  list: systemListHandler(systemReason, ({ query }) => listBalanceApprovals(query)),

  approve: systemHandler(systemReason, async ({ tx, now, caller, path, audit, publish }) => {
    const approval = await lockApproval(tx, path.balanceApproval);
    const { id, workspace, amount, source, reason, createdBy } = approval;
    assertNotDenied(actionDenial(toActor(caller), balanceApprovalActions.approve, approval, now));
    const answer = { status: "approved", by: caller.user.id, note: null } as const;
    await answerBalanceApproval(tx, id, answer, now);
    await addBalance(
      tx,
      {
        workspaceId: workspace.id,
        cents: amount.cents,
        source,
        reason,
        by: createdBy.id,
        idempotencyKey: `balance_approval:${id}`,
        approvalId: id,
      },
      now,
    );
    audit({
      workspaceId: workspace.id,
      target: { type: "workspace", id: workspace.id, name: workspace.name },
      changes: [
        { field: "billing.amount", from: null, to: amount.cents },
        { field: "reason", from: null, to: reason },
      ],
    });
    await publish(workspace.id, { topic: "billing", id: null });
    return requireApproval(tx, id);
  }),

  reject: systemHandler(systemReason, async ({ tx, now, caller, path, body, audit }) => {
    const approval = await lockApproval(tx, path.balanceApproval);
    const { id, workspace, amount } = approval;
    assertNotDenied(actionDenial(toActor(caller), balanceApprovalActions.reject, approval, now));
    const { note } = body;
    await answerBalanceApproval(tx, id, { status: "rejected", by: caller.user.id, note }, now);
    audit({
      target: { type: "workspace", id: workspace.id, name: workspace.name },
      changes: [
        { field: "billing.amount", from: null, to: amount.cents },
        { field: "reason", from: null, to: note },
      ],
    });
    return requireApproval(tx, id);
  }),
};
