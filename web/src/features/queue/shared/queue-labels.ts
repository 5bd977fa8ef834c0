import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { QueuedOrderStatus, QueueReason } from "#contracts/queue.ts";
import type { StatusShape, StatusTone } from "../../../ui/status.tsx";

/** What an order waits for, or why it can no longer start. */
export const queueReasonLabels: Record<QueueReason, MessageDescriptor> = {
  stock: msg`Sold out right now`,
  price: msg`Costs more than your limit right now`,
  region: msg`The region isn't responding right now`,
  limit: msg`A limit of the workspace is reached`,
  suspended: msg`The workspace is suspended`,
  access_lost: msg`The person who ordered can't create instances any more`,
  token_revoked: msg`The access token that ordered was revoked`,
  workspace_deactivated: msg`The workspace was deactivated`,
  project_deleted: msg`Its project was deleted`,
  key_deleted: msg`One of its SSH keys was deleted`,
  image_retired: msg`Its operating system is no longer available`,
  product_withdrawn: msg`None of its products is offered any more`,
  hostname_taken: msg`Another instance has one of its names`,
  rejected: msg`It doesn't fit what is offered any more`,
};

interface StatusAppearance {
  readonly tone: StatusTone;
  readonly shape: StatusShape;
  readonly word: MessageDescriptor;
}

export const queueStatusAppearance: Record<QueuedOrderStatus, StatusAppearance> = {
  waiting: { tone: "busy", shape: "diamond", word: msg`Waiting` },
  started: { tone: "ok", shape: "dot", word: msg`Started` },
  cancelled: { tone: "idle", shape: "hollow", word: msg`Canceled` },
  expired: { tone: "idle", shape: "hollow", word: msg`Expired` },
  failed: { tone: "danger", shape: "square", word: msg`Ended` },
};
