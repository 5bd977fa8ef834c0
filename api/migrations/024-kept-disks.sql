-- The disks of a bare-metal instance as its last installation reported them, and the serial numbers of those that a
-- reinstallation keeps: devices can change their names between two starts.
ALTER TABLE instance
  ADD COLUMN disks jsonb,
  ADD COLUMN kept_disks text[] NOT NULL DEFAULT '{}' CHECK (cardinality(kept_disks) <= 32);
