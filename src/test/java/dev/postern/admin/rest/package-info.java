/** The console's REST interface, run by Jersey in memory on a store in memory. */
package dev.postern.admin.rest;
