-- The tools. For MySQL 8 and for MariaDB 10.6 and later.
--
-- Run it by hand or leave it to Postern, which runs what is missing when it starts. Running it
-- again does no harm. A table mcp_tool that is already there stays as it is.

CREATE TABLE IF NOT EXISTS mcp_schema (
  version INT NOT NULL PRIMARY KEY,
  applied_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
) ENGINE = InnoDB;

-- The name's binary collation keeps apart what the server's usual one takes for the same:
-- "Weather" and "weather", "é" and "e", "ハハ" and "はは".
CREATE TABLE IF NOT EXISTS mcp_tool (
  id BIGINT PRIMARY KEY AUTO_INCREMENT,
  name VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin UNIQUE NOT NULL,
  enabled TINYINT(1) NOT NULL DEFAULT 1,
  config_json JSON NOT NULL,
  updated_at TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  INDEX idx_mcp_tool_updated_at (updated_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

INSERT IGNORE INTO mcp_schema (version) VALUES (1);
