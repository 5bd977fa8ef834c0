-- What a workspace has used and no invoice says yet: the month so far, and the months that have ended and are not closed. A
-- month that has ended is invoiced a day later, of some workspaces before others. Months before the first one with billing
-- are never invoiced. Each line is rounded once, as on its invoice.
CREATE FUNCTION uninvoiced_usage(p_workspace uuid, p_now bigint, OUT cents bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH period AS (
    SELECT month_start(p_now) AS from_second, p_now AS to_second
    UNION ALL
    SELECT month_start(m.second), month_start(m.second, 1)
      FROM (SELECT extract(epoch FROM s AT TIME ZONE 'UTC')::bigint AS second, s AT TIME ZONE 'UTC' AS start
              FROM (SELECT min(period_start) AT TIME ZONE 'UTC' AS first FROM billing_month) b
             CROSS JOIN LATERAL generate_series(b.first, to_timestamp(month_start(p_now, -1)) AT TIME ZONE 'UTC', interval '1 month') s) m
     WHERE NOT EXISTS (SELECT FROM billing_month b WHERE b.period_start = m.start AND b.closed_at IS NOT NULL)
       AND NOT EXISTS (SELECT FROM invoice i WHERE i.workspace_id = p_workspace AND i.kind = 'invoice' AND i.period_start = m.start AND i.series_number IS NOT NULL)
  ), line AS (
    SELECT round_to_cents(sum(u.rate_micros_per_hour * (u.quantity * (u.end_second - u.start_second))::numeric + u.extra_units)) AS cents
      FROM period p CROSS JOIN LATERAL billed_usage(ARRAY[p_workspace], p.from_second, p.to_second) u
     GROUP BY p.from_second, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour
  )
  SELECT coalesce(sum(l.cents), 0)::bigint FROM line l
   -- Requests of customers ask about their own workspace only.
   WHERE p_workspace = app_workspace_id() OR current_setting('role') = 'boreal_system'
$$;
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION uninvoiced_usage OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION uninvoiced_usage FROM PUBLIC;
GRANT EXECUTE ON FUNCTION uninvoiced_usage TO boreal_app, boreal_system;
