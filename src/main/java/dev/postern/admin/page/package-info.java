/** The console's page: a JSP that carries no script of its own. */
package dev.postern.admin.page;
