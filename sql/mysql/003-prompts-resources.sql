-- Prompts and resources, in tables made like that of the tools: 001-tools.sql says why they are so.

CREATE TABLE IF NOT EXISTS mcp_prompt (
  id BIGINT PRIMARY KEY AUTO_INCREMENT,
  name VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin UNIQUE NOT NULL,
  enabled TINYINT(1) NOT NULL DEFAULT 1,
  config_json JSON NOT NULL,
  updated_at TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  INDEX idx_mcp_prompt_updated_at (updated_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE IF NOT EXISTS mcp_resource (
  id BIGINT PRIMARY KEY AUTO_INCREMENT,
  name VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin UNIQUE NOT NULL,
  enabled TINYINT(1) NOT NULL DEFAULT 1,
  config_json JSON NOT NULL,
  updated_at TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
  INDEX idx_mcp_resource_updated_at (updated_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

INSERT IGNORE INTO mcp_schema (version) VALUES (3);
