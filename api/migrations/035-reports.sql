-- Indexes of the reports of all workspaces. docs/decisions/0056-reports.md

-- Hours are written in the order of time, so that a period of all workspaces is a range of the table.
CREATE INDEX usage_hour_hour_idx ON rollup.usage_hour USING brin (hour) WITH (pages_per_range = 32);
-- How many units of each product are rented in each region.
CREATE INDEX instance_product_region_idx ON instance (product_id, region_handle) WHERE status <> 'terminated';

-- For the dashboard of staff: jobs that have failed at least once and wait for their next attempt, or have none left, of one
-- task and of all others. Nobody may look at anything else in the queue.
CREATE FUNCTION failing_jobs(p_task text, OUT of_task integer, OUT others integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT count(*) FILTER (WHERE task_identifier = p_task), count(*) FILTER (WHERE task_identifier <> p_task) INTO of_task, others
    FROM graphile_worker.jobs WHERE attempts > 0 AND locked_at IS NULL;
END $$;
REVOKE ALL ON FUNCTION failing_jobs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION failing_jobs TO boreal_system;

-- For the dashboard of staff: what failed lately.
CREATE INDEX command_failed_idx ON command (finished_at) WHERE status IN ('failed', 'timed_out');
