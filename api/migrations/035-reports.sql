-- Indexes of the reports of all workspaces. docs/decisions/0056-reports.md

-- Hours are written in the order of time, so that a period of all workspaces is a range of the table.
CREATE INDEX usage_hour_hour_idx ON rollup.usage_hour USING brin (hour) WITH (pages_per_range = 32);
-- How many units of each product are rented in each region.
CREATE INDEX instance_product_region_idx ON instance (product_id, region_handle) WHERE status <> 'terminated';
