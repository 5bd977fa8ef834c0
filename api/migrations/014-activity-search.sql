-- Search and filters of activity. audit_event gets no column, because the hash of an event covers all its columns: the
-- indexes are on expressions.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Trigrams consist of ASCII letters and digits, so every other character is written as its bytes: `ü` is `\303\274`.
-- Search terms are brought into the same form.
CREATE FUNCTION to_search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN encode(decode(replace(lower(value), '\', '\\'), 'escape'), 'escape');

-- The pattern of LIKE for a word in that form; `%`, `_` and `\` of the word are literal.
CREATE FUNCTION to_search_pattern(prefix text, word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN prefix || replace(replace(replace(to_search_form(word), '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- What an entry says to customers: the action, the actor, the target, and the texts of the changes. Staff appear with
-- their role, never with their name. Each part follows a blank, because short terms match only after one.
CREATE FUNCTION audit_event_search_text(action text, actor_type text, actor_name text, actor_role text,
  on_behalf_of_name text, target_name text, changes jsonb)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_search_form(' ' || action || ' '
    || CASE WHEN actor_type <> 'staff' THEN actor_name WHEN actor_role = 'Admin' THEN 'IT Admin'
            WHEN actor_role = 'BusinessAdmin' THEN 'Business Admin' ELSE coalesce(actor_role, 'Staff') END
    || ' ' || coalesce(on_behalf_of_name, '') || ' ' || coalesce(target_name, '') || ' '
    || translate(left(jsonb_path_query_array(changes, '$[*].from ? (@.type() == "string")')::text, 300)
              || left(jsonb_path_query_array(changes, '$[*].to ? (@.type() == "string")')::text, 300), '"', ' '));

-- The actor as the person filter names it: the id of the user or token, `staff:` and the role, or `system`.
CREATE FUNCTION audit_event_actor_key(actor_type text, actor_user_id uuid, token_id uuid, actor_role text)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE actor_type WHEN 'user' THEN actor_user_id::text WHEN 'token' THEN token_id::text
    WHEN 'staff' THEN 'staff:' || coalesce(actor_role, '') ELSE actor_type END;

CREATE INDEX audit_event_search_idx ON audit_event USING gin (workspace_id,
  audit_event_search_text(action, actor_type, actor_name, actor_role, on_behalf_of_name, target_name, changes) gin_trgm_ops);
CREATE INDEX audit_event_actor_key_idx ON audit_event
  (workspace_id, audit_event_actor_key(actor_type, actor_user_id, token_id, actor_role), at DESC, id DESC);
CREATE INDEX audit_event_type_idx ON audit_event (workspace_id, split_part(action, '.', 1), at DESC, id DESC);
CREATE INDEX audit_event_result_idx ON audit_event (workspace_id, result, at DESC, id DESC) WHERE result <> 'ok';

-- The current workspace's rows for search and filters. Under row-level security an index serves only leakproof
-- conditions, and LIKE is none. A view with the rights of its owner has the isolation as a condition of its own, so the
-- indexes above serve it (docs/decisions/0031-activity-search.md).
CREATE VIEW audit_event_search AS
  SELECT id, at, workspace_id, actor_type, actor_user_id, actor_name, actor_role, on_behalf_of_id, on_behalf_of_name,
         token_id, action, target_type, target_id, target_name, result, ip, user_agent, request_id, changes
    FROM audit_event WHERE workspace_id = app_workspace_id();
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER VIEW audit_event_search OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
GRANT SELECT ON audit_event_search TO boreal_app;
