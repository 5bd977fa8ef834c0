-- Bare metal from order to erase. docs/decisions/0039-bare-metal-commands.md has the reasons.

-- The images that a region installs on bare metal, written by the sync of the region.
CREATE TABLE bare_metal_image (
  image_id uuid NOT NULL REFERENCES image,
  region_handle text NOT NULL REFERENCES region,
  -- Title of the host group that installs it.
  host_group text NOT NULL CHECK (host_group <> ''),
  PRIMARY KEY (image_id, region_handle)
);
GRANT SELECT ON bare_metal_image TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON bare_metal_image TO boreal_system;

-- The provider of bare metal fails apart from the compute provider of its region.
ALTER TABLE region
  ADD COLUMN bare_metal_unreachable_since timestamptz,
  ADD COLUMN bare_metal_probed_at timestamptz;

ALTER TABLE bare_metal_item
  -- Why it is in maintenance. For staff.
  ADD COLUMN state_reason text CHECK (length(state_reason) <= 1000),
  -- How many disks an erasure has to report.
  ADD COLUMN disk_count smallint NOT NULL DEFAULT 1 CHECK (disk_count >= 1),
  -- When the installation that is under way was requested; null before that.
  ADD COLUMN installation_requested_at timestamptz,
  -- How many installations for its present instance failed.
  ADD COLUMN failed_installations smallint NOT NULL DEFAULT 0;

-- An order takes its items in the transaction of the request.
ALTER FUNCTION reserve_bare_metal_items SECURITY DEFINER;
GRANT EXECUTE ON FUNCTION reserve_bare_metal_items TO boreal_app;

-- A reinstallation replaces the keys of an instance.
GRANT DELETE ON instance_credential TO boreal_app;

-- The erasure of the disks that an instance used, and the customer's certificate of it.
CREATE TABLE disk_erasure (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  instance_id uuid NOT NULL,
  item_id uuid NOT NULL REFERENCES bare_metal_item,
  -- `failed`: the item is in maintenance, and its disks are not sold.
  status text NOT NULL DEFAULT 'in_progress' CHECK (status IN ('in_progress', 'complete', 'failed')),
  requested_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- Device, method and time of each disk, as the certificate lists them.
  disks jsonb,
  -- SHA-256 of the serial numbers, sorted and joined by line feeds, in hexadecimal.
  serials_sha256 text CHECK (serials_sha256 ~ '^[0-9a-f]{64}$'),
  -- An instance gives its item back once.
  UNIQUE (workspace_id, instance_id),
  FOREIGN KEY (workspace_id, instance_id) REFERENCES instance (workspace_id, id),
  CONSTRAINT disk_erasure_complete_check CHECK ((status = 'complete') = (serials_sha256 IS NOT NULL)
    AND (status = 'complete') = (disks IS NOT NULL) AND (status = 'in_progress') = (finished_at IS NULL))
);
-- An item is erased once at a time.
CREATE UNIQUE INDEX disk_erasure_item_key ON disk_erasure (item_id) WHERE status = 'in_progress';
CALL enable_tenant_rls('disk_erasure', 'NOT app_is_restricted_to_grants() OR EXISTS (SELECT FROM instance i WHERE i.id = instance_id)');
GRANT SELECT ON disk_erasure TO boreal_app;
GRANT SELECT, INSERT, UPDATE ON disk_erasure TO boreal_system;
