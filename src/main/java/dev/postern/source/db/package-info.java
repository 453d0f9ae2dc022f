/**
 * The table {@code mcp_tool} as a source of tools and as the console's store, by MyBatis; the SQL
 * stands in {@code mybatis/*.xml}.
 *
 * <p>How a change is noticed without asking any clock: {@code docs/decisions/0003-refresh.md}.
 */
package dev.postern.source.db;
