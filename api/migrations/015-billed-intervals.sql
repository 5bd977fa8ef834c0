-- Intervals that are billed in a period are open or end in it. An index by start reads all earlier ones too.
CREATE INDEX usage_interval_end_second_idx ON usage_interval (workspace_id, end_second);
DROP INDEX usage_interval_workspace_id_idx;
