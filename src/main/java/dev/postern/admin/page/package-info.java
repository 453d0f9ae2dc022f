/** The console's page, a JSP that carries no script of its own, and what editors are given. */
package dev.postern.admin.page;
