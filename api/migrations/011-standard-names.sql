-- Standard names for tables, columns, functions, policies, triggers and indexes. Only the catalog changes: no table is
-- read or rewritten. Columns of audit_event keep their names, because
-- audit_hash hashes each row with them; audit_chain and audit_hash keep theirs, because a restore verifies the chains in
-- the schema of the backup.
-- Processes of the release before fail on this schema: stop them first (docs/operations.md).

ALTER TABLE workspace_handle RENAME TO workspace_former_handle;
ALTER TABLE instance_count RENAME TO instance_counter;
ALTER TABLE audit_count RENAME TO audit_event_counter;

ALTER TABLE user_account RENAME COLUMN email_key TO email_normalized;
ALTER TABLE user_account RENAME COLUMN name_key TO name_normalized;
ALTER TABLE user_account RENAME COLUMN auth_epoch TO credential_version;
ALTER TABLE user_account RENAME COLUMN totp_last_step TO totp_last_used_step;
ALTER TABLE session RENAME COLUMN auth_epoch TO credential_version;
ALTER TABLE session RENAME COLUMN generation TO token_generation;
ALTER TABLE session RENAME COLUMN successor_used_at TO token_confirmed_at;
ALTER TABLE session RENAME COLUMN step_attempts TO second_step_attempts;
ALTER TABLE session RENAME COLUMN reauth_at TO reauthenticated_at;
ALTER TABLE session RENAME COLUMN parked_at TO suspended_at;
ALTER TABLE session RENAME COLUMN admin_id TO impersonator_id;
ALTER TABLE session RENAME COLUMN admin_role TO impersonator_role;
ALTER TABLE action_token RENAME COLUMN superseded_at TO revoked_at;
ALTER TABLE known_device RENAME COLUMN label TO name;
ALTER TABLE throttle RENAME COLUMN count TO attempt_count;
ALTER TABLE throttle RENAME COLUMN times_blocked TO block_count;
ALTER TABLE throttle RENAME COLUMN is_met TO is_block_audited;
ALTER TABLE data_copy_request RENAME COLUMN file TO archive;
ALTER TABLE user_identity RENAME COLUMN email_at_link TO email_when_linked;
ALTER TABLE workspace_former_handle RENAME COLUMN given_up_at TO released_at;
ALTER TABLE access_token RENAME COLUMN replaced_at TO rotated_at;
ALTER TABLE access_token RENAME COLUMN reminded_days TO last_reminder_days;
ALTER TABLE invite RENAME COLUMN email_key TO email_normalized;
ALTER TABLE product_stock RENAME COLUMN free TO available;
ALTER TABLE product_stock RENAME COLUMN offered TO is_offered;
ALTER TABLE region RENAME COLUMN reconciled_until TO reconciled_through;
ALTER TABLE region RENAME COLUMN fully_compared_at TO fully_reconciled_at;
ALTER TABLE region RENAME COLUMN clock_ahead_ms TO clock_offset_ms;
ALTER TABLE region RENAME COLUMN orphans TO orphan_count;
ALTER TABLE instance RENAME COLUMN provider_address_id TO provider_floating_ip_id;
ALTER TABLE command RENAME COLUMN undoing TO is_compensating;
ALTER TABLE command RENAME COLUMN attempt TO attempt_count;
ALTER TABLE command RENAME COLUMN turn TO fencing_token;
ALTER TABLE instance_log RENAME COLUMN outage_since TO provider_unavailable_since;
ALTER TABLE instance_log RENAME COLUMN undo_started_at TO compensation_started_at;
ALTER TABLE instance_log RENAME COLUMN undone_at TO compensated_at;
ALTER TABLE meter_event RENAME COLUMN seq TO sequence;
ALTER TABLE usage_interval RENAME COLUMN segment TO interval_number;
ALTER TABLE instance_counter RENAME COLUMN slot TO shard;
ALTER TABLE instance_counter RENAME COLUMN n TO instance_count;
ALTER TABLE audit_event_counter RENAME COLUMN slot TO shard;
ALTER TABLE audit_event_counter RENAME COLUMN n TO event_count;
ALTER TABLE idempotency_record RENAME COLUMN call TO operation_id;
ALTER TABLE idempotency_record RENAME COLUMN answer TO response_body;
ALTER TABLE idempotency_record RENAME COLUMN status TO response_status;
ALTER TABLE worker_heartbeat RENAME COLUMN beat_at TO last_seen_at;

-- Constraints that PostgreSQL named after a renamed table or column.
ALTER TABLE session RENAME CONSTRAINT session_admin_id_fkey TO session_impersonator_id_fkey;
ALTER TABLE workspace_former_handle RENAME CONSTRAINT workspace_handle_pkey TO workspace_former_handle_pkey;
ALTER TABLE workspace_former_handle RENAME CONSTRAINT workspace_handle_workspace_id_fkey TO workspace_former_handle_workspace_id_fkey;
ALTER TABLE meter_event RENAME CONSTRAINT meter_event_instance_id_seq_key TO meter_event_instance_id_sequence_key;
ALTER TABLE instance_counter RENAME CONSTRAINT instance_count_workspace_id_slot_project_id_variant_region__key TO instance_counter_shard_key;
ALTER TABLE audit_event_counter RENAME CONSTRAINT audit_count_pkey TO audit_event_counter_pkey;
ALTER TABLE command RENAME CONSTRAINT command_requested_by_role TO command_requested_by_role_check;
-- PostgreSQL 18 also names NOT NULL constraints after their column.
DO $$
DECLARE
  item record;
BEGIN
  FOR item IN
    SELECT k.conrelid::regclass AS table_name, k.conname AS old_name, t.relname || '_' || a.attname || '_not_null' AS new_name
      FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
     WHERE k.contype = 'n' AND t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace
       AND k.conname <> t.relname || '_' || a.attname || '_not_null'
       AND length(t.relname || '_' || a.attname || '_not_null') <= 63
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', item.table_name, item.old_name, item.new_name);
  END LOOP;
END $$;

ALTER INDEX user_account_email RENAME TO user_account_email_key;
ALTER INDEX user_account_created RENAME TO user_account_created_at_idx;
ALTER INDEX user_account_last_name RENAME TO user_account_last_name_idx;
ALTER INDEX user_account_email_parts RENAME TO user_account_email_trgm_idx;
ALTER INDEX user_account_name_parts RENAME TO user_account_name_trgm_idx;
ALTER INDEX user_account_email_start RENAME TO user_account_email_prefix_idx;
ALTER INDEX user_account_name_start RENAME TO user_account_name_prefix_idx;
ALTER INDEX user_account_last_name_start RENAME TO user_account_last_name_prefix_idx;
ALTER INDEX user_account_status RENAME TO user_account_status_idx;
ALTER INDEX passkey_of_user RENAME TO passkey_user_id_idx;
ALTER INDEX recovery_code_of_user RENAME TO recovery_code_user_id_idx;
ALTER INDEX known_device_of_user RENAME TO known_device_user_id_idx;
ALTER INDEX session_live RENAME TO session_live_idx;
ALTER INDEX session_of_user RENAME TO session_user_id_idx;
ALTER INDEX session_of_admin RENAME TO session_impersonator_id_idx;
ALTER INDEX session_of_parent RENAME TO session_parent_session_id_idx;
ALTER INDEX action_token_of_user RENAME TO action_token_user_id_purpose_idx;
ALTER INDEX user_staff_role_active RENAME TO user_staff_role_active_key;
ALTER INDEX data_copy_open RENAME TO data_copy_request_open_key;
ALTER INDEX data_copy_of_user RENAME TO data_copy_request_user_id_idx;
ALTER INDEX workspace_newest RENAME TO workspace_created_at_idx;
ALTER INDEX one_role_each RENAME TO user_workspace_role_active_key;
ALTER INDEX role_of_user RENAME TO user_workspace_role_user_id_idx;
ALTER INDEX one_owner RENAME TO user_workspace_role_owner_key;
ALTER INDEX one_default RENAME TO user_workspace_role_default_key;
ALTER INDEX project_name RENAME TO project_workspace_id_name_key;
ALTER INDEX project_default RENAME TO project_default_key;
ALTER INDEX credential_default RENAME TO credential_default_key;
ALTER INDEX access_token_of_workspace RENAME TO access_token_workspace_id_idx;
ALTER INDEX access_token_of_maker RENAME TO access_token_created_by_idx;
ALTER INDEX workspace_handle_name RENAME TO workspace_former_handle_handle_idx;
ALTER INDEX invite_pending RENAME TO invite_pending_key;
ALTER INDEX invite_newest RENAME TO invite_created_at_idx;
ALTER INDEX invite_of_inviter RENAME TO invite_invited_by_idx;
ALTER INDEX invite_due RENAME TO invite_expires_at_idx;
ALTER INDEX invite_of_address RENAME TO invite_email_idx;
ALTER INDEX price_snapshot_newest RENAME TO price_snapshot_product_id_idx;
ALTER INDEX instance_newest RENAME TO instance_created_at_idx;
ALTER INDEX instance_live_newest RENAME TO instance_live_created_at_idx;
ALTER INDEX instance_hostname RENAME TO instance_hostname_idx;
ALTER INDEX instance_hostname_live RENAME TO instance_live_hostname_key;
ALTER INDEX instance_project RENAME TO instance_project_id_idx;
ALTER INDEX instance_server RENAME TO instance_provider_server_id_idx;
ALTER INDEX instance_credential_used RENAME TO instance_credential_credential_id_idx;
ALTER INDEX command_of_instance RENAME TO command_instance_id_idx;
ALTER INDEX command_open RENAME TO command_open_by_region_idx;
ALTER INDEX one_running_command RENAME TO command_open_key;
ALTER INDEX instance_log_of_instance RENAME TO instance_log_instance_id_idx;
ALTER INDEX command_log_of_command RENAME TO command_log_command_id_idx;
ALTER INDEX usage_interval_of_workspace RENAME TO usage_interval_workspace_id_idx;
ALTER INDEX usage_interval_open RENAME TO usage_interval_open_key;
ALTER INDEX audit_event_of_workspace RENAME TO audit_event_workspace_id_idx;
ALTER INDEX audit_event_of_actor RENAME TO audit_event_actor_user_id_idx;
ALTER INDEX audit_event_of_person RENAME TO audit_event_target_user_idx;
ALTER INDEX audit_event_on_behalf RENAME TO audit_event_on_behalf_of_id_idx;
ALTER INDEX audit_chain_unsealed RENAME TO audit_chain_unsealed_idx;
ALTER INDEX audit_chain_broken RENAME TO audit_chain_broken_idx;
ALTER INDEX idempotency_record_age RENAME TO idempotency_record_created_at_idx;
ALTER INDEX scheduled_job_due RENAME TO scheduled_job_due_at_idx;
ALTER INDEX credential_name RENAME TO credential_workspace_id_name_key;

DO $$
DECLARE
  item record;
BEGIN
  FOR item IN
    SELECT p.polname, p.polrelid::regclass AS table_name
      FROM pg_policy AS p JOIN pg_class c ON c.oid = p.polrelid
     WHERE c.relnamespace = 'public'::regnamespace AND p.polname IN ('tenant', 'everything')
  LOOP
    EXECUTE format('ALTER POLICY %I ON %s RENAME TO %I', item.polname, item.table_name,
      CASE item.polname WHEN 'tenant' THEN 'tenant_isolation' ELSE 'system_full_access' END);
  END LOOP;
END $$;
ALTER POLICY written ON audit_event RENAME TO tenant_insert;
ALTER POLICY whole_workspace_adds ON credential RENAME TO unrestricted_insert;
ALTER POLICY whole_workspace_changes ON credential RENAME TO unrestricted_update;
ALTER POLICY whole_workspace_deletes ON credential RENAME TO unrestricted_delete;

ALTER TRIGGER instance_counted_new ON instance RENAME TO instance_counters_on_insert;
ALTER TRIGGER instance_counted_change ON instance RENAME TO instance_counters_on_update;
ALTER TRIGGER audit_event_chained ON audit_event RENAME TO audit_event_append_to_chain;
ALTER TRIGGER audit_event_counted ON audit_event RENAME TO audit_event_counters;

ALTER FUNCTION app_workspace RENAME TO app_workspace_id;
ALTER FUNCTION app_user RENAME TO app_user_id;
ALTER FUNCTION app_token RENAME TO app_token_id;
ALTER FUNCTION app_sees_granted_only RENAME TO app_is_restricted_to_grants;
ALTER FUNCTION app_granted_projects RENAME TO app_granted_project_ids;
ALTER FUNCTION open_request RENAME TO begin_session_request;
ALTER FUNCTION open_token_request RENAME TO begin_token_request;
ALTER FUNCTION member_last_active RENAME TO member_last_active_at;
ALTER FUNCTION take_stock RENAME TO reserve_stock;
ALTER FUNCTION count_instances RENAME TO maintain_instance_counters;
ALTER FUNCTION cents_of RENAME TO round_to_cents;
ALTER FUNCTION refuse_change RENAME TO reject_audit_mutation;
ALTER FUNCTION chain_audit RENAME TO append_to_audit_chain;
ALTER FUNCTION count_audit RENAME TO maintain_audit_counters;
ALTER FUNCTION release_due_jobs RENAME TO enqueue_due_jobs;
ALTER FUNCTION command_of_entry RENAME TO audit_event_command_id;

-- A function whose body is text does not follow a rename, so these are defined again. Owners and grants stay.

-- True if the role or the token sees only granted projects.
CREATE OR REPLACE FUNCTION app_is_restricted_to_grants() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('app.access_level', true), '') = 'granted';

-- The projects a restricted caller sees: the user's grants, or the projects of the token, which begin_token_request has
-- already limited to those of the token's creator.
CREATE OR REPLACE FUNCTION app_granted_project_ids() RETURNS SETOF uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT project_id FROM project_grant
   WHERE user_id = app_user_id() AND coalesce(current_setting('app.token_project_ids', true), '') = ''
  UNION ALL SELECT unnest(nullif(current_setting('app.token_project_ids', true), '')::uuid[])
$$;

-- Finds the valid session, then the caller's role in the workspace (by id or handle), and sets the context that
-- row-level security reads. If there is none, the context stays empty and queries of the same batch see no rows.
CREATE OR REPLACE FUNCTION begin_session_request(p_session uuid, p_token_hash bytea, p_workspace text, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_id constant boolean := p_workspace ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
  wanted_id constant uuid := CASE WHEN is_id THEN p_workspace::uuid END;
  wanted_handle constant text := CASE WHEN NOT is_id THEN p_workspace END;
  caller record;
BEGIN
  PERFORM set_config('app.user_id', '', true), set_config('app.workspace_id', '', true), set_config('app.access_level', '', true),
          set_config('app.token_id', '', true), set_config('app.token_project_ids', '', true);
  -- One statement by primary keys: the session, its user, and the requested workspace if the user has a role in it.
  SELECT s.id AS session_id, s.auth_type, s.token_generation, s.token_confirmed_at, s.token_hash, s.expires_at, s.updated_at AS session_updated_at,
         s.absolute_expires_at, s.second_step, s.reauthenticated_at, s.parent_session_id, s.impersonator_id, s.impersonator_role,
         u.id AS user_id, u.email, u.first_name, u.last_name, u.locale, u.timezone, u.two_factor_enabled_at, u.password_hash IS NOT NULL AS has_password,
         u.tos_accepted_at IS NULL AS must_accept_terms, u.must_change_password, u.avatar_id,
         EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id) AS has_passkeys,
         t.staff_role_id, a.first_name || ' ' || a.last_name AS impersonator_name, mine.*
    INTO caller
    FROM session s
    JOIN user_account u ON u.id = s.user_id AND u.status = 'active' AND u.credential_version = s.credential_version
    LEFT JOIN user_staff_role t ON t.user_id = u.id AND t.expired_at IS NULL AND s.auth_type <> 'login-attempt'
    -- An impersonation lasts while the staff member's own session is valid and the staff role is unchanged.
    LEFT JOIN session parent ON parent.id = s.parent_session_id AND parent.revoked_at IS NULL AND parent.absolute_expires_at > p_now
    LEFT JOIN user_account a ON a.id = parent.user_id AND a.status = 'active' AND a.credential_version = parent.credential_version
         AND EXISTS (SELECT FROM user_staff_role r WHERE r.user_id = a.id AND r.expired_at IS NULL AND r.staff_role_id = s.impersonator_role)
    LEFT JOIN LATERAL (
      SELECT w.id AS workspace_id, w.handle, w.name, w.colour, w.status, w.created_at, w.updated_at, r.workspace_role_id
        FROM user_workspace_role r JOIN workspace w ON w.id = r.workspace_id
       WHERE r.user_id = u.id AND r.expired_at IS NULL AND (w.id = wanted_id OR w.handle = wanted_handle
             OR w.id IN (SELECT h.workspace_id FROM workspace_former_handle h WHERE h.handle = wanted_handle AND h.expires_at > p_now))
         AND w.status <> 'deactivated') mine ON s.auth_type <> 'login-attempt'
   WHERE s.id = p_session AND s.revoked_at IS NULL AND s.expires_at > p_now AND s.suspended_at IS NULL
     AND (s.auth_type <> 'impersonate' OR a.id IS NOT NULL)
     AND (p_token_hash = s.token_hash
       -- The previous token stays valid for requests in flight, or until the new token arrives.
       OR p_token_hash = s.previous_token_hash AND (s.token_confirmed_at IS NULL OR s.rotated_at >= p_now - interval '60 seconds'));
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF caller.auth_type <> 'login-attempt' THEN
    PERFORM set_config('app.user_id', caller.user_id::text, true);
  END IF;
  IF caller.workspace_id IS NOT NULL THEN
    PERFORM set_config('app.workspace_id', caller.workspace_id::text, true),
            set_config('app.access_level', CASE caller.workspace_role_id WHEN 'limited_team_member' THEN 'granted' ELSE 'all' END, true);
  END IF;
  RETURN jsonb_build_object(
    'session', jsonb_build_object('id', caller.session_id, 'authType', caller.auth_type, 'generation', caller.token_generation,
      'isFirstUse', caller.token_generation > 1 AND caller.token_confirmed_at IS NULL AND p_token_hash = caller.token_hash,
      'expiresAt', caller.expires_at, 'updatedAt', caller.session_updated_at,
      'absoluteExpiresAt', caller.absolute_expires_at, 'secondStep', caller.second_step, 'reauthAt', caller.reauthenticated_at,
      'parentSessionId', caller.parent_session_id, 'adminId', caller.impersonator_id, 'adminRole', caller.impersonator_role, 'adminName', caller.impersonator_name),
    'user', jsonb_build_object('id', caller.user_id, 'email', caller.email, 'firstName', caller.first_name,
      'lastName', caller.last_name, 'locale', caller.locale, 'timezone', caller.timezone,
      'twoFactorEnabled', caller.two_factor_enabled_at IS NOT NULL, 'hasPasskeys', caller.has_passkeys, 'hasPassword', caller.has_password,
      'mustAcceptTerms', caller.must_accept_terms, 'mustChangePassword', caller.must_change_password, 'avatarId', caller.avatar_id),
    'staffRole', caller.staff_role_id,
    'workspace', CASE WHEN caller.workspace_id IS NULL THEN NULL ELSE jsonb_build_object(
      'id', caller.workspace_id, 'handle', caller.handle, 'name', caller.name, 'colour', caller.colour,
      'status', caller.status, 'role', caller.workspace_role_id,
      'createdAt', caller.created_at, 'updatedAt', caller.updated_at) END);
END $$;

-- The same for a request with an access token. The token is invalid if its creator is not active or has no role in the
-- token's workspace. A path without a workspace means the token's workspace.
CREATE OR REPLACE FUNCTION begin_token_request(p_token_hash bytea, p_workspace text, p_ip inet, p_now timestamptz) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  caller record;
  reached uuid[];
BEGIN
  PERFORM set_config('app.user_id', '', true), set_config('app.workspace_id', '', true), set_config('app.access_level', '', true),
          set_config('app.token_id', '', true), set_config('app.token_project_ids', '', true);
  SELECT t.id AS token_id, t.name AS token_name, t.scopes, t.project_ids,
         t.last_used_at IS NULL OR t.last_used_at <= p_now - interval '1 minute' AS is_use_due,
         u.id AS user_id, u.email, u.first_name, u.last_name, u.locale, u.timezone, u.two_factor_enabled_at, u.password_hash IS NOT NULL AS has_password,
         u.tos_accepted_at IS NULL AS must_accept_terms, u.must_change_password, u.avatar_id,
         EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id) AS has_passkeys,
         r.workspace_role_id, w.id AS workspace_id, w.handle, w.name, w.colour, w.status, w.created_at, w.updated_at
    INTO caller
    FROM access_token t
    JOIN user_account u ON u.id = t.created_by AND u.status = 'active'
    JOIN user_workspace_role r ON r.workspace_id = t.workspace_id AND r.user_id = u.id AND r.expired_at IS NULL
    LEFT JOIN workspace w ON w.id = t.workspace_id AND w.status <> 'deactivated'
         AND (p_workspace IS NULL OR w.id::text = p_workspace OR w.handle = p_workspace
             OR w.id IN (SELECT h.workspace_id FROM workspace_former_handle h WHERE h.handle = p_workspace AND h.expires_at > p_now))
   WHERE t.token_hash = p_token_hash AND t.revoked_at IS NULL AND t.expires_at > p_now
     AND (cardinality(t.ip_ranges) = 0 OR p_ip <<= ANY (t.ip_ranges));
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM set_config('app.user_id', caller.user_id::text, true), set_config('app.token_id', caller.token_id::text, true);
  IF caller.workspace_id IS NOT NULL THEN
    reached := caller.project_ids;
    IF reached IS NOT NULL AND caller.workspace_role_id = 'limited_team_member' THEN
      reached := ARRAY(SELECT g.project_id FROM project_grant g
        WHERE g.workspace_id = caller.workspace_id AND g.user_id = caller.user_id AND g.project_id = ANY (reached));
    END IF;
    PERFORM set_config('app.workspace_id', caller.workspace_id::text, true),
            set_config('app.access_level', CASE WHEN reached IS NOT NULL OR caller.workspace_role_id = 'limited_team_member' THEN 'granted' ELSE 'all' END, true),
            set_config('app.token_project_ids', coalesce(reached::text, ''), true);
  END IF;
  RETURN jsonb_build_object(
    'session', NULL,
    'token', jsonb_build_object('id', caller.token_id, 'name', caller.token_name, 'scopes', caller.scopes,
      'projectIds', caller.project_ids, 'isUseDue', caller.is_use_due),
    'user', jsonb_build_object('id', caller.user_id, 'email', caller.email, 'firstName', caller.first_name,
      'lastName', caller.last_name, 'locale', caller.locale, 'timezone', caller.timezone,
      'twoFactorEnabled', caller.two_factor_enabled_at IS NOT NULL, 'hasPasskeys', caller.has_passkeys, 'hasPassword', caller.has_password,
      'mustAcceptTerms', caller.must_accept_terms, 'mustChangePassword', caller.must_change_password, 'avatarId', caller.avatar_id),
    'staffRole', NULL,
    'workspace', CASE WHEN caller.workspace_id IS NULL THEN NULL ELSE jsonb_build_object(
      'id', caller.workspace_id, 'handle', caller.handle, 'name', caller.name, 'colour', caller.colour,
      'status', caller.status, 'role', caller.workspace_role_id,
      'createdAt', caller.created_at, 'updatedAt', caller.updated_at) END);
END $$;

-- When a member of the current workspace was last active.
CREATE OR REPLACE FUNCTION member_last_active_at(p_user uuid) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT max(s.updated_at) FROM session s
   WHERE s.user_id = p_user AND s.auth_type IN ('password', 'oauth')
     AND EXISTS (SELECT FROM user_workspace_role r WHERE r.workspace_id = app_workspace_id() AND r.user_id = p_user AND r.expired_at IS NULL)
$$;

-- Reserves instances of an order, so that the last one is not sold twice before the next sync with the provider. Returns
-- false if there are not enough. If the provider reports no number, the provider decides.
CREATE OR REPLACE FUNCTION reserve_stock(p_product uuid, p_region text, p_quantity integer) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH reserved AS (
    UPDATE product_stock SET available = available - p_quantity
     WHERE product_id = p_product AND region_handle = p_region AND (available IS NULL OR available >= p_quantity) RETURNING 1)
  SELECT EXISTS (SELECT FROM reserved);
$$;

-- Sharded counters: two transactions of one workspace rarely wait for each other.
CREATE OR REPLACE FUNCTION maintain_instance_counters() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  current_shard smallint := pg_backend_pid() % 16;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO instance_counter AS c (workspace_id, shard, project_id, variant, region_handle, status, instance_count, rate_micros)
    SELECT workspace_id, current_shard, project_id, variant, region_handle, status, count(*), sum(rate_micros_per_hour)
      FROM after_rows GROUP BY 1, 3, 4, 5, 6
    ON CONFLICT (workspace_id, shard, project_id, variant, region_handle, status)
    DO UPDATE SET instance_count = c.instance_count + excluded.instance_count, rate_micros = c.rate_micros + excluded.rate_micros;
  ELSE
    INSERT INTO instance_counter AS c (workspace_id, shard, project_id, variant, region_handle, status, instance_count, rate_micros)
    SELECT workspace_id, current_shard, project_id, variant, region_handle, status, sum(step), sum(step * rate_micros_per_hour)
      FROM (SELECT 1 AS step, * FROM after_rows UNION ALL SELECT -1, * FROM before_rows) changed
     GROUP BY 1, 3, 4, 5, 6 HAVING sum(step) <> 0
     ORDER BY 1, 3, 4, 5, 6
    ON CONFLICT (workspace_id, shard, project_id, variant, region_handle, status)
    DO UPDATE SET instance_count = c.instance_count + excluded.instance_count, rate_micros = c.rate_micros + excluded.rate_micros;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION maintain_audit_counters() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.workspace_id IS NOT NULL THEN
    INSERT INTO audit_event_counter AS c VALUES (NEW.workspace_id, pg_backend_pid() % 16, 1)
    ON CONFLICT (workspace_id, shard) DO UPDATE SET event_count = c.event_count + 1;
  END IF;
  RETURN NULL;
END $$;

-- Names of parameters cannot be replaced. Nothing depends on these two.
DROP PROCEDURE build_wall;
-- Enables tenant isolation of a table: only rows of the current workspace are visible or can be written. The extra
-- condition also applies to writes.
CREATE PROCEDURE enable_tenant_rls(table_name regclass, extra_condition text DEFAULT 'true') LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', table_name);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', table_name);
  EXECUTE format('CREATE POLICY tenant_isolation ON %s TO boreal_app USING (workspace_id = app_workspace_id() AND (%s))
                  WITH CHECK (workspace_id = app_workspace_id() AND (%s))', table_name, extra_condition, extra_condition);
  EXECUTE format('CREATE POLICY system_full_access ON %s TO boreal_system USING (true) WITH CHECK (true)', table_name);
END $$;

DROP FUNCTION billed_seconds;
-- Billed seconds of an interval inside [from, to). Only the first interval of an instance has the minimum.
CREATE FUNCTION billed_seconds(interval_number integer, start_second bigint, end_second bigint, from_second bigint, to_second bigint)
RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN greatest(0, least(to_second, CASE WHEN end_second IS NULL THEN to_second
      -- greatest() ignores NULL, so NULL is checked first.
      ELSE greatest(end_second, start_second + CASE interval_number WHEN 1 THEN 60 ELSE 0 END) END)
    - greatest(start_second, from_second));
