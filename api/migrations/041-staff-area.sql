-- Announced maintenance, and an index for the dashboard of staff. docs/decisions/0062-announced-maintenance.md.

-- One row while maintenance is announced. The job that starts it names the id, so one for an earlier announcement does nothing.
CREATE TABLE maintenance_announcement (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  id uuid NOT NULL,
  starts_at timestamptz NOT NULL,
  expected_end_at timestamptz CHECK (expected_end_at > starts_at),
  message text,
  announced_by uuid NOT NULL REFERENCES user_account,
  announced_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance_announcement TO boreal_system;

-- What the announcement said, while the announced maintenance is on.
ALTER TABLE maintenance ADD COLUMN expected_end_at timestamptz;

-- Operations of a region that ended in the last 24 hours.
CREATE INDEX command_finished_idx ON command (region_handle, finished_at) WHERE finished_at IS NOT NULL;
