-- Lists and reports of staff with millions of rows. docs/decisions/0063-staff-lists-at-scale.md

-- Orders by day, product and region: the sum over the shards is what the report counts. None of these columns of an instance
-- changes, and instances are not deleted.
CREATE TABLE order_counter (
  day date NOT NULL,
  product_id uuid NOT NULL,
  region_handle text NOT NULL,
  shard smallint NOT NULL,
  order_count bigint NOT NULL,
  -- Orders of which the product has the first line.
  first_line_count bigint NOT NULL,
  instance_count bigint NOT NULL,
  UNIQUE (day, product_id, region_handle, shard)
);
GRANT SELECT, INSERT, UPDATE ON order_counter TO boreal_system;

CREATE FUNCTION maintain_order_counters() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO order_counter AS c (day, product_id, region_handle, shard, order_count, first_line_count, instance_count)
  -- An order that was inserted in parts counts once: there are more of its instances than those of the statement.
  SELECT a.day, a.product_id, a.region_handle, pg_backend_pid() % 16, count(*) FILTER (WHERE every.instances = a.instances),
         count(*) FILTER (WHERE a.of_first_line > 0 AND every.of_first_line = a.of_first_line), sum(a.instances)
    FROM (SELECT workspace_id, order_id, product_id, region_handle, (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS instances,
                 count(*) FILTER (WHERE order_line = 1) AS of_first_line
            FROM after_rows GROUP BY 1, 2, 3, 4, 5) a
   CROSS JOIN LATERAL (
     SELECT count(*) AS instances, count(*) FILTER (WHERE i.order_line = 1) AS of_first_line FROM instance i
      WHERE i.workspace_id = a.workspace_id AND i.order_id = a.order_id AND i.product_id = a.product_id AND i.region_handle = a.region_handle
        AND (i.created_at AT TIME ZONE 'UTC')::date = a.day) every
   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, product_id, region_handle, shard)
  DO UPDATE SET order_count = c.order_count + excluded.order_count, first_line_count = c.first_line_count + excluded.first_line_count,
                instance_count = c.instance_count + excluded.instance_count;
  RETURN NULL;
END $$;
CREATE TRIGGER order_counters_on_insert AFTER INSERT ON instance
  REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION maintain_order_counters();

-- Usage by day, of the days of which every hour is in the roll-up.
CREATE TABLE rollup.usage_day (
  day date NOT NULL,
  workspace_id uuid NOT NULL,
  project_id uuid,
  product_id uuid NOT NULL,
  price_snapshot_id uuid NOT NULL,
  region_handle text NOT NULL,
  rate_micros_per_hour bigint NOT NULL,
  seconds bigint NOT NULL,
  extra_units numeric NOT NULL,
  UNIQUE NULLS NOT DISTINCT (workspace_id, day, project_id, product_id, price_snapshot_id, region_handle, rate_micros_per_hour)
);
CREATE INDEX usage_day_day_idx ON rollup.usage_day (day);
CALL enable_tenant_rls('rollup.usage_day', 'NOT app_is_restricted_to_grants() OR project_id IN (SELECT app_granted_project_ids())');
GRANT SELECT, INSERT, DELETE ON rollup.usage_day TO boreal_system;

-- Writes again the days that [p_from, p_to) touches, of workspaces; null: of all. Hours up to p_upto are in the roll-up.
CREATE FUNCTION fill_usage_days(p_from bigint, p_to bigint, p_upto bigint, p_workspaces uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  first_day constant bigint := p_from / 86400 * 86400;
  last_day constant bigint := least((p_to + 86399) / 86400, p_upto / 86400) * 86400;
BEGIN
  DELETE FROM rollup.usage_day d
   WHERE d.day >= (to_timestamp(first_day) AT TIME ZONE 'UTC')::date AND d.day < (to_timestamp(last_day) AT TIME ZONE 'UTC')::date
     AND (p_workspaces IS NULL OR d.workspace_id = ANY(p_workspaces));
  INSERT INTO rollup.usage_day (day, workspace_id, project_id, product_id, price_snapshot_id, region_handle, rate_micros_per_hour, seconds, extra_units)
  SELECT (h.hour AT TIME ZONE 'UTC')::date, h.workspace_id, h.project_id, h.product_id, h.price_snapshot_id, h.region_handle, h.rate_micros_per_hour,
         sum(h.seconds), sum(h.extra_units)
    FROM rollup.usage_hour h
   WHERE h.hour >= to_timestamp(first_day) AND h.hour < to_timestamp(last_day) AND (p_workspaces IS NULL OR h.workspace_id = ANY(p_workspaces))
   GROUP BY 1, 2, 3, 4, 5, 6, 7;
END $$;
REVOKE ALL ON FUNCTION fill_usage_days FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fill_usage_days TO boreal_system;

SET LOCAL ROLE boreal_system;
INSERT INTO order_counter (day, product_id, region_handle, shard, order_count, first_line_count, instance_count)
SELECT day, product_id, region_handle, 0, count(*), count(*) FILTER (WHERE has_first_line), sum(instances)
  FROM (SELECT order_id, product_id, region_handle, (created_at AT TIME ZONE 'UTC')::date AS day, bool_or(order_line = 1) AS has_first_line, count(*) AS instances
          FROM instance GROUP BY 1, 2, 3, 4) ordered
 GROUP BY 1, 2, 3;
SELECT fill_usage_days(from_second, upto, upto, NULL) FROM rollup.watermark WHERE upto IS NOT NULL;
RESET ROLE;

GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION maintain_order_counters OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION maintain_order_counters FROM PUBLIC;
-- The report looks up how the creation of these ended.
CREATE INDEX instance_never_active_idx ON instance (created_at) WHERE activated_at IS NULL;

-- Indexes of large tables build several times faster with memory to sort.
SET LOCAL maintenance_work_mem = '256MB';

-- Lists in the order of time with one status, type, role or region, however rare it is among the newest rows.
CREATE INDEX workspace_status_idx ON workspace (status, created_at, id);
CREATE INDEX user_workspace_role_created_at_idx ON user_workspace_role (created_at, id) WHERE expired_at IS NULL;
CREATE INDEX user_workspace_role_role_idx ON user_workspace_role (workspace_role_id, created_at, id) WHERE expired_at IS NULL;
CREATE INDEX instance_status_idx ON instance (status, created_at, id);
CREATE INDEX instance_region_idx ON instance (region_handle, created_at, id);
CREATE INDEX instance_bare_metal_idx ON instance (created_at, id) WHERE variant = 'bare_metal';
CREATE INDEX instance_all_live_hostname_idx ON instance (hostname COLLATE natural_order, id) WHERE status <> 'terminated';
CREATE INDEX command_status_idx ON command (status, created_at, id);
CREATE INDEX command_region_idx ON command (region_handle, created_at, id);
CREATE INDEX billing_history_entry_type_idx ON billing_history_entry (type, created_at, id);
CREATE INDEX invoice_status_idx ON invoice (status, created_at, id);
CREATE INDEX invoice_credit_note_idx ON invoice (created_at, id) WHERE kind = 'credit_note';
CREATE INDEX limit_request_status_idx ON limit_request (status, created_at, id);
CREATE INDEX data_copy_request_created_at_idx ON data_copy_request (created_at, id);
CREATE INDEX data_copy_request_status_idx ON data_copy_request (status, created_at, id);

-- Searches. Names are indexed in the form of to_search_form, which has trigrams for letters that are not ASCII.
CREATE INDEX user_account_name_search_idx ON user_account USING gin (to_search_form(name_normalized) gin_trgm_ops);
DROP INDEX user_account_name_trgm_idx;
CREATE INDEX workspace_handle_trgm_idx ON workspace USING gin (handle gin_trgm_ops);
CREATE INDEX workspace_name_search_idx ON workspace USING gin (to_search_form(lower(name)) gin_trgm_ops);
CREATE INDEX workspace_name_prefix_idx ON workspace (lower(name) text_pattern_ops);
-- Terms of wildcards are literal and have no trigram; few texts contain any.
CREATE INDEX user_account_email_wildcard_idx ON user_account (created_at, id) WHERE email_normalized ~ '[%_\\]';
CREATE INDEX user_account_name_wildcard_idx ON user_account (created_at, id) WHERE name_normalized ~ '[%_\\]';
CREATE INDEX instance_live_hostname_trgm_idx ON instance USING gin (hostname gin_trgm_ops) WHERE status <> 'terminated';
CREATE INDEX instance_terminated_hostname_trgm_idx ON instance USING gin (hostname gin_trgm_ops) WHERE status = 'terminated';
CREATE INDEX instance_hostname_prefix_idx ON instance (hostname);
CREATE INDEX instance_public_ip_idx ON instance (public_ip) WHERE public_ip IS NOT NULL;
CREATE INDEX invoice_number_idx ON invoice (series, series_number) WHERE series IS NOT NULL;
