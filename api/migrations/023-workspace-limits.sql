-- Limits of a workspace on what it may rent at a time and spend in a month, and requests to change them.

-- What applies to workspaces without a limit of their own. The server writes its settings here when it starts.
CREATE TABLE default_limit (
  limit_name text PRIMARY KEY CHECK (limit_name IN ('instances', 'gpus', 'bare_metal', 'monthly_spend')),
  -- A number of instances, GPUs or bare-metal instances, or an amount in cents.
  value bigint NOT NULL CHECK (value BETWEEN 0 AND 9007199254740991)
);
INSERT INTO default_limit (limit_name, value)
VALUES ('instances', 20), ('gpus', 16), ('bare_metal', 2), ('monthly_spend', 500000);
GRANT SELECT ON default_limit TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON default_limit TO boreal_system;

CREATE TABLE workspace_limit (
  workspace_id uuid NOT NULL REFERENCES workspace,
  limit_name text NOT NULL REFERENCES default_limit,
  value bigint NOT NULL CHECK (value BETWEEN 0 AND 9007199254740991),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, limit_name)
);
CALL enable_tenant_rls('workspace_limit');
GRANT SELECT ON workspace_limit TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON workspace_limit TO boreal_system;

CREATE TABLE limit_request (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspace,
  limit_name text NOT NULL REFERENCES default_limit,
  value bigint NOT NULL CHECK (value BETWEEN 0 AND 9007199254740991),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'approved', 'rejected')),
  created_by uuid NOT NULL REFERENCES user_account,
  created_at timestamptz NOT NULL,
  answered_at timestamptz,
  answered_by uuid REFERENCES user_account,
  -- Read by the customer.
  answer_note text,
  UNIQUE (workspace_id, id),
  CHECK ((status = 'open') = (answered_at IS NULL) AND (status = 'open') = (answered_by IS NULL)),
  CHECK (status <> 'open' OR answer_note IS NULL)
);
CREATE UNIQUE INDEX limit_request_open_key ON limit_request (workspace_id, limit_name) WHERE status = 'open';
CREATE INDEX limit_request_answered_idx ON limit_request (workspace_id, limit_name, created_at DESC);
CREATE INDEX limit_request_open_idx ON limit_request (created_at) WHERE status = 'open';
CALL enable_tenant_rls('limit_request');
GRANT SELECT, INSERT ON limit_request TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON limit_request TO boreal_system;

-- Existing workspaces keep what they rent: a limit below it is raised to it.
SET LOCAL ROLE boreal_system;
INSERT INTO workspace_limit (workspace_id, limit_name, value, updated_at)
SELECT u.workspace_id, d.limit_name, CASE d.limit_name WHEN 'instances' THEN u.instances WHEN 'gpus' THEN u.gpus
         WHEN 'bare_metal' THEN u.bare_metal ELSE u.month_cents END, clock_timestamp()
  FROM (SELECT i.workspace_id, count(*) AS instances, sum(p.gpu_count) AS gpus,
               count(*) FILTER (WHERE i.variant = 'bare_metal') AS bare_metal,
               -- Micro-dollars per hour for a month of 744 hours, with a reserve for what was rented before in this month.
               ceil(sum(i.rate_micros_per_hour) * 744 * 1.5 / 10000) AS month_cents
          FROM instance i JOIN product p ON p.id = i.product_id
         WHERE i.status NOT IN ('terminating', 'terminated') GROUP BY i.workspace_id) u
 CROSS JOIN default_limit d
 WHERE d.value < CASE d.limit_name WHEN 'instances' THEN u.instances WHEN 'gpus' THEN u.gpus
         WHEN 'bare_metal' THEN u.bare_metal ELSE u.month_cents END;
RESET ROLE;

-- What the open workspace uses of its limits. A caller who sees only some projects is measured by all of them, so the
-- function reads with the rights of boreal_system. Seconds of the epoch: the start of the month, now, and its end.
CREATE FUNCTION workspace_usage(p_workspace uuid, p_from bigint, p_now bigint, p_end bigint,
  OUT instances bigint, OUT gpus bigint, OUT bare_metal bigint, OUT monthly_spend bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH rented AS (
    SELECT count(*) AS instances, coalesce(sum(p.gpu_count), 0) AS gpus, count(*) FILTER (WHERE i.variant = 'bare_metal') AS bare_metal,
           -- Not billed yet, but from any second now.
           coalesce(sum(i.rate_micros_per_hour) FILTER (WHERE i.status IN ('pending', 'building') AND i.activated_at IS NULL), 0) AS pending_rate
      FROM instance i JOIN product p ON p.id = i.product_id
     WHERE i.workspace_id = p_workspace AND i.status NOT IN ('terminating', 'terminated')
  ), line AS (
    SELECT round_to_cents(sum(u.rate_micros_per_hour * billed_seconds(u.interval_number, u.start_second, u.end_second, p_from, p_end)::numeric)) AS cents
      FROM usage_interval u
     WHERE u.workspace_id = p_workspace AND u.start_second <= p_now AND (u.end_second IS NULL OR u.end_second > p_from - 60)
     GROUP BY u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour
  )
  SELECT r.instances, r.gpus, r.bare_metal,
         (SELECT coalesce(sum(cents), 0) FROM line) + round_to_cents(r.pending_rate * (p_end - p_now)::numeric)
    FROM rented r
   -- Requests of customers ask about their own workspace only.
   WHERE p_workspace = app_workspace_id() OR current_setting('role') = 'boreal_system'
$$;
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION workspace_usage OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION workspace_usage FROM PUBLIC;
GRANT EXECUTE ON FUNCTION workspace_usage TO boreal_app, boreal_system;
