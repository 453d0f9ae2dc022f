-- What sessions set: their log level, what they subscribed to, which calls their clients gave up. Every
-- node reads what others write, and all of it after a restart; rows go when their session has ended
-- or expired. A mark identifies a session id and is of no use as one; notes are encrypted with the
-- installation's key.

CREATE TABLE IF NOT EXISTS mcp_session_note (
  id BIGINT PRIMARY KEY AUTO_INCREMENT,
  mark VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  slot VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, -- what the note is about, case counts
  note MEDIUMTEXT NOT NULL,
  expires_at BIGINT NOT NULL, -- seconds since 1970: no time zone of a connection can shift it
  CONSTRAINT mcp_session_note_slot UNIQUE (mark, slot)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

INSERT IGNORE INTO mcp_schema (version) VALUES (6);
