/** An entry of the audit as it is told: of staff their role and not the person, of who was erased no name. */
import { raw, type Sql, sql } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";

const erasedUserName = "Deleted user";

/** Staff look at their own deeds as themselves; to everyone else the role did it. */
const isActorHidden = sql`(e.actor_type = 'staff' AND e.actor_user_id IS DISTINCT FROM app_user())`;
/** How customers read a column that holds a staff role. */
export const staffRoleName = (column: string): Sql =>
  sql`CASE ${raw(column)} WHEN 'Admin' THEN 'IT Admin' WHEN 'BusinessAdmin' THEN 'Business Admin' ELSE coalesce(${raw(column)}, 'Staff') END`;
const actorRoleName = staffRoleName("e.actor_role");

const joinUser = (alias: string, id: Sql): Sql => sql`LEFT JOIN LATERAL (
    SELECT u.status = 'deleted' AS is_erased FROM user_account u WHERE u.id = ${id}
  ) ${raw(alias)} ON true`;

/** Whether the people an entry names are still there; joined to the page's rows alone. */
export const activityUserJoins: Sql = sql`${joinUser("actor", sql`e.actor_user_id`)}
  ${joinUser("customer", sql`e.on_behalf_of_id`)}
  ${joinUser("aim", sql`CASE WHEN e.target_type = 'user' THEN e.target_id::uuid END`)}`;

const nameUnlessErased = (alias: string, name: string): Sql =>
  sql`CASE WHEN ${raw(alias)}.is_erased THEN ${erasedUserName} ELSE ${raw(name)} END`;

/** What the actor is called. */
export const actorName: Sql = sql`CASE WHEN ${isActorHidden} THEN ${actorRoleName} ELSE ${nameUnlessErased("actor", "e.actor_name")} END`;

export const targetName: Sql = nameUnlessErased("aim", "e.target_name");
/** Of someone who was erased, nothing they were called before. */
export const visibleChanges: Sql = sql`CASE WHEN aim.is_erased THEN '[]'::jsonb ELSE e.changes END`;

/** Of an entry `e` with `peopleOfEntry` joined. */
export const activityJson: Sql = sql`json_build_object('id', e.id, 'at', ${isoTimestamp("e.at")},
  'actor', json_build_object('type', e.actor_type, 'id', CASE WHEN NOT ${isActorHidden} THEN e.actor_user_id END, 'name', ${actorName}),
  'onBehalfOf', CASE WHEN e.on_behalf_of_id IS NULL THEN NULL
                     ELSE json_build_object('id', e.on_behalf_of_id, 'name', ${nameUnlessErased("customer", "e.on_behalf_of_name")}) END,
  'action', e.action,
  'target', CASE WHEN e.target_type IS NULL THEN NULL
                 ELSE json_build_object('type', e.target_type, 'id', coalesce(e.target_id, ''),
                   'name', coalesce(${targetName}, '')) END,
  'result', e.result, 'ip', CASE WHEN NOT ${isActorHidden} THEN host(e.ip) END,
  'userAgent', CASE WHEN NOT ${isActorHidden} THEN e.user_agent END,
  'changes', ${visibleChanges}, 'requestId', e.request_id,
  'commandId', CASE WHEN e.target_type = 'instance' THEN command_of_entry(e.target_id, e.request_id) END,
  'createdAt', ${isoTimestamp("e.at")}, 'updatedAt', ${isoTimestamp("e.at")})`;
