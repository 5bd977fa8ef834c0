-- A name for people beside the hostname, and protection against termination by mistake.
ALTER TABLE instance
  ADD COLUMN display_name text CHECK (length(display_name) BETWEEN 1 AND 64),
  ADD COLUMN delete_protection boolean NOT NULL DEFAULT false;

-- Few instances have a display name: a search reads only those.
CREATE INDEX instance_display_name_idx ON instance (workspace_id) WHERE display_name IS NOT NULL;
