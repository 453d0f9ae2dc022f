/**
 * The console: how people see and change the tools. {@code rest} is what programs and the page
 * call, {@code page} is the page itself; {@link dev.postern.admin.AdminGuard} stands before both.
 *
 * <p>The console writes rows and never touches the catalogue; that follows the rows by itself.
 */
package dev.postern.admin;
