-- Images and volume products as staff edit them. docs/decisions/0057-images-and-volumes.md has the reasons.

-- Which image of a region's cloud staff chose. Without a row the sync finds the image by its name. It survives the sync
-- and an outage, while image_region has what can be installed at present.
CREATE TABLE image_region_choice (
  image_id uuid NOT NULL REFERENCES image,
  region_handle text NOT NULL REFERENCES region,
  -- The id at the provider; null: not offered in the region.
  provider_image_id text CHECK (provider_image_id <> ''),
  PRIMARY KEY (image_id, region_handle)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON image_region_choice TO boreal_system;

-- How many instances use an image is shown before it is withdrawn, and its place in a region is kept for them.
CREATE INDEX instance_image_idx ON instance (image_id) WHERE status <> 'terminated';
-- The same for a product.
CREATE INDEX instance_product_idx ON instance (product_id) WHERE status <> 'terminated';
CREATE INDEX queued_order_image_idx ON queued_order (image_id) WHERE status = 'waiting';

-- Types of block storage, one row for each type and region, found by the sync. A type that the cloud no longer has keeps its
-- row, because prices and histories refer to it.
CREATE TABLE volume_product (
  id uuid PRIMARY KEY,
  region_handle text NOT NULL REFERENCES region,
  -- Id and name of the volume type at the provider.
  provider_type_id text NOT NULL CHECK (provider_type_id <> ''),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'inactive' CHECK (status IN ('active', 'inactive', 'deleted')),
  -- Null until staff set it.
  rate_micros_per_gb_month bigint CHECK (rate_micros_per_gb_month >= 0),
  min_size_gb integer NOT NULL DEFAULT 1 CHECK (min_size_gb >= 1),
  max_size_gb integer NOT NULL DEFAULT 1024,
  -- Whether the cloud had the type at the last sync.
  is_at_provider boolean NOT NULL DEFAULT true,
  -- Volumes of the type at the last sync, and their size together.
  volume_count integer NOT NULL DEFAULT 0,
  volume_gb bigint NOT NULL DEFAULT 0,
  checked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (region_handle, provider_type_id),
  CONSTRAINT volume_product_sizes_check CHECK (max_size_gb >= min_size_gb),
  -- What is sold has a price.
  CONSTRAINT volume_product_price_check CHECK (status <> 'active' OR rate_micros_per_gb_month IS NOT NULL)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON volume_product TO boreal_system;
