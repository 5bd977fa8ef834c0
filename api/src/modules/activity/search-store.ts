/**
 * The search in activity. An entry matches if it contains every word of the term: in the id or the words of its action,
 * its actor, the user that staff acted as, its target, or the texts of its changes.
 */
import { join, type Sql, sql } from "../../core/db/db.ts";
import { findActionsByWord } from "./action-words.ts";

/** The searched text of an entry `e`. The index `audit_event_search_idx` has the same expression. */
const searchText: Sql = sql`audit_event_search_text(e.action, e.actor_type, e.actor_name, e.actor_role, e.on_behalf_of_name, e.target_name, e.changes)`;
/** The searched text without names of users, and without changes, which may contain former names. */
const textWithoutUsers: Sql = sql`audit_event_search_text(e.action, 'system', '', NULL, NULL,
  CASE WHEN e.target_type <> 'user' THEN e.target_name END, '[]')`;

/** The form in which PostgreSQL compares: other characters than ASCII are written as the digits of their bytes. */
const isAscii = (character: string) => character < "\u0080";
/** Number of consecutive ASCII letters and digits that the trigram index needs inside a word. */
const trigram = /[a-z0-9]{3}/i;
const startsWithLetterOrDigit = /^[a-z0-9]/i;

type WordKind = "inside" | "beginning" | "unindexed";

function kindOf(word: string): WordKind {
  if (trigram.test(word) || ![...word].every(isAscii)) return "inside";
  return startsWithLetterOrDigit.test(word) ? "beginning" : "unindexed";
}

function matchesWord(text: Sql, word: string): Sql {
  // A short word is only found where a name or word begins, which the index supports.
  const prefix = kindOf(word) === "beginning" ? "% " : "%";
  const actions = findActionsByWord(word).map((action) => `% ${action.toLowerCase()} %`);
  // One array, so that the number of different statements does not grow with the number of actions.
  return sql`${text} LIKE ANY (ARRAY[to_search_pattern(${prefix}, ${word})] || ${actions}::text[])`;
}

/** True if the entry names a user whose account was erased. Their former name must not find anything. */
const namesErasedUser: Sql = sql`EXISTS (SELECT FROM user_account u WHERE u.status = 'deleted'
  AND u.id IN (e.actor_user_id, e.on_behalf_of_id, CASE WHEN e.target_type = 'user' THEN e.target_id::uuid END))`;

/** Condition on an entry `e`; null for a blank term. */
export function matchesActivity(term: string): Sql | null {
  const words = [...new Set(term.split(/\s+/u).filter((word) => word !== ""))];
  if (words.length === 0) return null;
  // Punctuation alone has no trigram, so it would be searched for in every entry.
  if (words.every((word) => kindOf(word) === "unindexed")) return sql`false`;
  const allWords = (text: Sql) =>
    join(
      words.map((word) => matchesWord(text, word)),
      " AND ",
    );
  return sql`(${allWords(searchText)} AND (NOT ${namesErasedUser} OR ${allWords(textWithoutUsers)}))`;
}
