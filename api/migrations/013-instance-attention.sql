-- Instances that failed or are being built, for the home page: few rows, found without reading all the others.
CREATE INDEX instance_attention_idx ON instance (workspace_id, status, created_at)
  WHERE status IN ('pending', 'building', 'error', 'unknown');
