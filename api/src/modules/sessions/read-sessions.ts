/** Pages of a user's active sessions, for the user and for staff. */
import { z } from "zod";
import { PageMeta } from "#contracts/endpoint.ts";
import { OwnSession } from "#contracts/sessions.ts";
import type { Tx } from "../../core/db/db.ts";
import { type ListQuery, readListResponse } from "../../core/db/list.ts";
import { describeUserAgent, isMobile } from "../../core/lib/user-agent.ts";
import { listSessions } from "./store.ts";

const SessionListBody = z.object({
  data: z.array(
    OwnSession.omit({ device: true, isPhone: true }).extend({ userAgent: z.string().nullable() }),
  ),
  meta: PageMeta,
});

export async function readSessions(
  tx: Tx,
  { userId, currentId }: { readonly userId: string; readonly currentId: string },
  page: ListQuery["page"],
  now: Date,
): Promise<{ data: OwnSession[]; meta: PageMeta }> {
  const response = await readListResponse(tx, listSessions(userId, currentId, page, now));
  const { data, meta } = SessionListBody.parse(JSON.parse(response));
  const sessions = data.map(({ userAgent, ...session }) => ({
    ...session,
    device: describeUserAgent(userAgent),
    isPhone: isMobile(userAgent),
  }));
  return { data: sessions, meta };
}
