-- Keys that all nodes share. Postern writes the first one itself: 32 random bytes as Base64.
-- Whoever may read this table can forge session ids.

CREATE TABLE IF NOT EXISTS mcp_key (
  id INT NOT NULL PRIMARY KEY,
  material VARCHAR(100) NOT NULL,
  created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP
);

INSERT INTO mcp_schema (version) VALUES (2) ON CONFLICT DO NOTHING;
