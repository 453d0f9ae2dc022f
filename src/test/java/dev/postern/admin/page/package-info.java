/** The console in a real browser, on a real server. */
package dev.postern.admin.page;
