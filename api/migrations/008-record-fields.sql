-- Fields that answers name of every record: when products and images were made and last changed, and the command that an
-- entry of the activity is about.

ALTER TABLE product ADD COLUMN created_at timestamptz, ADD COLUMN updated_at timestamptz;
ALTER TABLE image ADD COLUMN created_at timestamptz, ADD COLUMN updated_at timestamptz;

-- The ids are UUIDv7, whose first 48 bits are the milliseconds in which they were made. Both tables hold a few dozen rows.
UPDATE product SET created_at = to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0);
UPDATE image SET created_at = to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0);
UPDATE product SET updated_at = created_at;
UPDATE image SET updated_at = created_at;

-- A process of the release before, which is still running, inserts neither.
ALTER TABLE product
  ALTER COLUMN created_at SET DEFAULT now(), ALTER COLUMN created_at SET NOT NULL,
  ALTER COLUMN updated_at SET DEFAULT now(), ALTER COLUMN updated_at SET NOT NULL;
ALTER TABLE image
  ALTER COLUMN created_at SET DEFAULT now(), ALTER COLUMN created_at SET NOT NULL,
  ALTER COLUMN updated_at SET DEFAULT now(), ALTER COLUMN updated_at SET NOT NULL;

-- The command of an entry about an instance: of the request that placed it, or the one whose result the entry tells. Own
-- entries are read outside any workspace, where row-level security shows no commands; whoever may read the entry may know the id.
CREATE FUNCTION command_of_entry(p_instance text, p_request text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM command WHERE instance_id = p_instance::uuid AND p_request IN (request_id, id::text)
   ORDER BY created_at LIMIT 1;
$$;
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION command_of_entry OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION command_of_entry FROM PUBLIC;
GRANT EXECUTE ON FUNCTION command_of_entry TO boreal_app, boreal_system;
