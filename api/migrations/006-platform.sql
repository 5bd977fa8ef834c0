-- What every call leaves behind, and what runs after it.
CREATE TABLE audit_event (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  workspace_id uuid,
  actor_type text NOT NULL CHECK (actor_type IN ('user', 'staff', 'token', 'system')),
  actor_user_id uuid,
  actor_name text NOT NULL,
  -- Of staff; what a customer is told instead of the name.
  actor_role text,
  -- Whom staff acted as.
  on_behalf_of_id uuid,
  on_behalf_of_name text,
  session_id uuid,
  -- The access token it was done with.
  token_id uuid,
  action text NOT NULL,
  target_type text,
  target_id text,
  target_name text,
  result text NOT NULL DEFAULT 'ok' CHECK (result IN ('ok', 'denied', 'failed')),
  ip inet,
  user_agent text,
  request_id text NOT NULL,
  changes jsonb NOT NULL DEFAULT '[]',
  -- Each entry carries the hash of the one before it in its chain: none can be changed, taken out or put in between unseen.
  chain text NOT NULL,
  chain_position bigint NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  UNIQUE (chain, chain_position)
);
CREATE INDEX audit_event_of_workspace ON audit_event (workspace_id, at DESC, id DESC);
CREATE INDEX audit_event_of_actor ON audit_event (actor_user_id, at DESC, id DESC);
CREATE INDEX audit_event_of_person ON audit_event (target_id, at DESC, id DESC) WHERE target_type = 'user';
CREATE INDEX audit_event_on_behalf ON audit_event (on_behalf_of_id, at DESC, id DESC) WHERE on_behalf_of_id IS NOT NULL;

ALTER TABLE audit_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_event FORCE ROW LEVEL SECURITY;
-- What the workspace's people did, what one did oneself, and what happened to one's own account.
CREATE POLICY tenant ON audit_event FOR SELECT TO boreal_app USING (workspace_id = app_workspace()
  OR actor_user_id = app_user() OR on_behalf_of_id = app_user() OR target_type = 'user' AND target_id = app_user()::text);
CREATE POLICY written ON audit_event FOR INSERT TO boreal_app WITH CHECK (workspace_id = app_workspace() OR workspace_id IS NULL);
CREATE POLICY everything ON audit_event TO boreal_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON audit_event TO boreal_app, boreal_system;

-- Append-only, for everybody.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_event is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The end of each chain. A chain is a workspace's day, or a person's where no workspace is concerned, so
-- that only those wait for each other who belong together; a chain begins where the day before it ended.
CREATE TABLE audit_chain (
  owner text NOT NULL,
  day date NOT NULL,
  length bigint NOT NULL,
  first_hash bytea NOT NULL,
  last_hash bytea NOT NULL,
  -- When its end was written into the log, outside of here; null again where it grew after that.
  sealed_at timestamptz,
  -- What was wrong with it when it was checked.
  fault text,
  PRIMARY KEY (owner, day)
);
CREATE INDEX audit_chain_unsealed ON audit_chain (day) WHERE sealed_at IS NULL;
CREATE INDEX audit_chain_broken ON audit_chain (day) WHERE fault IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON audit_chain TO boreal_system;

-- What an entry's hash is over: everything it says, in the one spelling jsonb has for it.
CREATE FUNCTION audit_hash(e audit_event) RETURNS bytea LANGUAGE sql STABLE
  RETURN sha256(e.previous_hash || convert_to((to_jsonb(e) - 'hash' - 'previous_hash')::text, 'UTF8'));

CREATE FUNCTION chain_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  chain_owner constant text := coalesce(NEW.workspace_id::text, NEW.actor_user_id::text, 'nobody ' || pg_backend_pid() % 16);
  chain_day constant date := (NEW.at AT TIME ZONE 'UTC')::date;
  head audit_chain;
BEGIN
  INSERT INTO audit_chain AS c VALUES (chain_owner, chain_day, 0,
      coalesce((SELECT last_hash FROM audit_chain WHERE owner = chain_owner AND day < chain_day ORDER BY day DESC LIMIT 1), ''), '')
    ON CONFLICT (owner, day) DO UPDATE SET length = c.length RETURNING * INTO head;
  NEW.chain := chain_owner || ' ' || chain_day;
  NEW.chain_position := head.length + 1;
  NEW.previous_hash := CASE head.length WHEN 0 THEN head.first_hash ELSE head.last_hash END;
  NEW.hash := audit_hash(NEW);
  UPDATE audit_chain SET length = NEW.chain_position, last_hash = NEW.hash, sealed_at = NULL WHERE owner = chain_owner AND day = chain_day;
  RETURN NEW;
END $$;

CREATE TABLE audit_count (workspace_id uuid NOT NULL, slot smallint NOT NULL, n bigint NOT NULL, PRIMARY KEY (workspace_id, slot));
CREATE FUNCTION count_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.workspace_id IS NOT NULL THEN
    INSERT INTO audit_count AS c VALUES (NEW.workspace_id, pg_backend_pid() % 16, 1)
    ON CONFLICT (workspace_id, slot) DO UPDATE SET n = c.n + 1;
  END IF;
  RETURN NULL;
END $$;
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION count_audit OWNER TO boreal_system;
ALTER FUNCTION chain_audit OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
CREATE TRIGGER audit_event_chained BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION chain_audit();
CREATE TRIGGER audit_event_counted AFTER INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION count_audit();
CALL build_wall('audit_count');
GRANT SELECT ON audit_count TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON audit_count TO boreal_system;

-- The answer to a request that must not happen twice, kept for a day. It is written in the
-- transaction of its effect, so a second request waits for the first and then repeats its answer.
CREATE TABLE idempotency_record (
  principal uuid NOT NULL,
  -- The nil id where the call belongs to no workspace.
  workspace_id uuid NOT NULL,
  call text NOT NULL,
  path_hash bytea NOT NULL,
  key_hash bytea NOT NULL,
  body_hash bytea NOT NULL,
  status smallint,
  answer text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (principal, workspace_id, call, path_hash, key_hash)
);
CREATE INDEX idempotency_record_age ON idempotency_record (created_at);
ALTER TABLE idempotency_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_record FORCE ROW LEVEL SECURITY;
-- A token is another than its maker.
CREATE POLICY tenant ON idempotency_record TO boreal_app
  USING (principal = coalesce(app_token(), app_user())) WITH CHECK (principal = coalesce(app_token(), app_user()));
CREATE POLICY everything ON idempotency_record TO boreal_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON idempotency_record TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_record TO boreal_system;

-- Work that is not due yet. Due times follow the injected clock, which the job queue does not know.
CREATE TABLE scheduled_job (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  task text NOT NULL,
  payload jsonb NOT NULL,
  queue text,
  -- Another job with the same key takes this one's place.
  key text UNIQUE,
  due_at timestamptz NOT NULL
);
CREATE INDEX scheduled_job_due ON scheduled_job (due_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_job TO boreal_system;

-- Which workers are alive, by PostgreSQL's own clock: a worker that stopped beating has died.
CREATE TABLE worker_heartbeat (worker_id text PRIMARY KEY, beat_at timestamptz NOT NULL);
GRANT SELECT, INSERT, UPDATE, DELETE ON worker_heartbeat TO boreal_system;

-- Puts a job into the queue, or on the schedule when it is not due. boreal_app may call it, in the
-- transaction of the change that asks for the work, and may not look at anything in the queue.
CREATE FUNCTION enqueue_job(p_task text, p_payload jsonb, p_queue text, p_key text, p_due_at timestamptz, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_due_at IS NULL OR p_due_at <= p_now THEN
    PERFORM graphile_worker.add_job(p_task, p_payload::json, queue_name => p_queue, job_key => p_key);
  ELSE
    INSERT INTO scheduled_job (task, payload, queue, key, due_at) VALUES (p_task, p_payload, p_queue, p_key, p_due_at)
    ON CONFLICT (key) DO UPDATE SET payload = excluded.payload, due_at = excluded.due_at;
  END IF;
END $$;
-- Moves what is due into the queue; several workers may call it at once.
CREATE FUNCTION release_due_jobs(p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  moved integer := 0;
  job scheduled_job;
BEGIN
  FOR job IN DELETE FROM scheduled_job WHERE id IN (
      SELECT id FROM scheduled_job WHERE due_at <= p_now ORDER BY due_at LIMIT 500 FOR UPDATE SKIP LOCKED) RETURNING * LOOP
    PERFORM graphile_worker.add_job(job.task, job.payload::json, queue_name => job.queue, job_key => job.key);
    moved := moved + 1;
  END LOOP;
  RETURN moved;
END $$;
REVOKE ALL ON FUNCTION enqueue_job, release_due_jobs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO boreal_app, boreal_system;
GRANT EXECUTE ON FUNCTION release_due_jobs TO boreal_system;

-- How far the demo's clock is ahead; the row exists only there.
CREATE TABLE demo_clock (singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton), offset_ms bigint NOT NULL);
GRANT SELECT, INSERT, UPDATE ON demo_clock TO boreal_system;
