-- What can be rented. Prices are snapshots: a change of the list adds one and touches no running machine.
CREATE TABLE region (
  handle text PRIMARY KEY,
  name text NOT NULL,
  country text NOT NULL,
  energy_source text NOT NULL,
  grams_co2_per_kwh numeric NOT NULL,
  latitude numeric NOT NULL,
  longitude numeric NOT NULL,
  -- When its provider stopped answering; null while it answers.
  unreachable_since timestamptz,
  -- Machines changed before this moment are known as the provider has them.
  reconciled_until timestamptz,
  position integer NOT NULL
);

CREATE TABLE product (
  id uuid PRIMARY KEY,
  variant text NOT NULL CHECK (variant IN ('virtual_machine', 'bare_metal')),
  name text NOT NULL,
  family text NOT NULL,
  gpu_model text,
  gpu_count integer NOT NULL DEFAULT 0,
  vram_gb integer NOT NULL DEFAULT 0,
  vcpu integer NOT NULL,
  memory_gb integer NOT NULL,
  disk_gb integer NOT NULL,
  power_watts integer NOT NULL,
  -- Name of the OpenStack flavor, the same in every region.
  flavor text NOT NULL UNIQUE,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'deleted')),
  position integer NOT NULL
);

CREATE TABLE price_snapshot (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES product,
  rate_micros_per_hour bigint NOT NULL CHECK (rate_micros_per_hour >= 0),
  valid_from timestamptz NOT NULL
);
CREATE INDEX price_snapshot_newest ON price_snapshot (product_id, valid_from DESC);

-- What a region can take now, as its provider last told; without a row the product is not sold there.
CREATE TABLE product_stock (
  product_id uuid NOT NULL REFERENCES product,
  region_handle text NOT NULL REFERENCES region,
  free integer,
  checked_at timestamptz,
  PRIMARY KEY (product_id, region_handle)
);

CREATE TABLE image (
  id uuid PRIMARY KEY,
  family text NOT NULL,
  name text NOT NULL,
  version text NOT NULL,
  architecture text NOT NULL DEFAULT 'x86_64',
  min_disk_gb integer NOT NULL,
  min_memory_mb integer NOT NULL,
  default_user text NOT NULL,
  end_of_life date,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'deleted')),
  position integer NOT NULL,
  UNIQUE (family, version)
);

-- The provider's own id of an image, region by region.
CREATE TABLE image_region (
  image_id uuid NOT NULL REFERENCES image,
  region_handle text NOT NULL REFERENCES region,
  provider_image_id text NOT NULL,
  PRIMARY KEY (image_id, region_handle)
);

GRANT SELECT ON region, product, price_snapshot, product_stock, image, image_region TO boreal_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON region, product, price_snapshot, product_stock, image, image_region TO boreal_system;

-- An order takes its machines off the stock at once, so that the last one is not sold twice before the
-- provider tells anew. False when there are not enough; where the provider does not tell, it decides.
CREATE FUNCTION take_stock(p_product uuid, p_region text, p_quantity integer) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH taken AS (
    UPDATE product_stock SET free = free - p_quantity
     WHERE product_id = p_product AND region_handle = p_region AND (free IS NULL OR free >= p_quantity) RETURNING 1)
  SELECT EXISTS (SELECT FROM taken);
$$;
GRANT CREATE ON SCHEMA public TO boreal_system;
ALTER FUNCTION take_stock OWNER TO boreal_system;
REVOKE CREATE ON SCHEMA public FROM boreal_system;
REVOKE ALL ON FUNCTION take_stock FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_stock TO boreal_app, boreal_system;
