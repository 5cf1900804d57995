-- When each listed version was first read in the index, in milliseconds since the epoch: a JSON object by digest.
ALTER TABLE plugin_indexes ADD COLUMN seen TEXT;
