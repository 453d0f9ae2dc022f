/**
 * The console's REST interface below {@code /admin}. Its resources read and write bytes themselves,
 * so that answers are the same on servers that bring their own JSON provider.
 */
package dev.postern.admin.rest;
