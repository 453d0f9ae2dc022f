-- Sessions that their clients ended before their ids expired. Every node reads what others write;
-- rows go when they have expired. A mark identifies a session id and is of no use as one.

CREATE TABLE IF NOT EXISTS mcp_ended_session (
  id BIGINT PRIMARY KEY AUTO_INCREMENT,
  mark VARCHAR(64) NOT NULL,
  expires_at BIGINT NOT NULL -- seconds since 1970: no time zone of a connection can shift it
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

INSERT IGNORE INTO mcp_schema (version) VALUES (4);
