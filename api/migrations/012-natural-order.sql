-- Names sort by the value of their numbers: batch-2 before batch-10. The collation compares a run of digits as a number
-- and other characters as the Unicode collation algorithm does. It orders lists only: columns keep their own collation,
-- so uniqueness and searches compare bytes. docs/decisions/0029-natural-order-of-names.md has the reasons.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');

-- Finds a page of the list of instances by key. Searches by the start of a name keep instance_hostname_idx.
CREATE INDEX instance_hostname_natural_idx ON instance (workspace_id, hostname COLLATE natural_order, id);
