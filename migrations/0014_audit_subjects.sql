-- What a command was about: ids of a page, a file, a plugin, a member or another thing, as JSON. Never what was written.
ALTER TABLE audit ADD COLUMN about TEXT CHECK (about IS NULL OR json_valid(about));
