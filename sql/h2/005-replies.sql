-- What clients answer to a question of the server in the middle of a call, where the answer reached
-- another node than the one that waits for it. That node takes the row; what nobody takes goes when
-- it has expired. The reply is encrypted with the installation's key.

CREATE TABLE IF NOT EXISTS mcp_reply (
  question VARCHAR(64) PRIMARY KEY, -- identifies the question, case counts
  reply CHARACTER LARGE OBJECT NOT NULL,
  expires_at BIGINT NOT NULL -- seconds since 1970: no time zone of a connection can shift it
);

MERGE INTO mcp_schema (version) KEY (version) VALUES (5);
