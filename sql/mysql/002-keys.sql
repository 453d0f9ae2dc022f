-- Keys that all nodes share. Postern writes the first one itself: 32 random bytes as Base64.
-- Whoever may read this table can forge session ids.

CREATE TABLE IF NOT EXISTS mcp_key (
  id INT NOT NULL PRIMARY KEY,
  material VARCHAR(100) NOT NULL,
  created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
) ENGINE = InnoDB;

INSERT IGNORE INTO mcp_schema (version) VALUES (2);
