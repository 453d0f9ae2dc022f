/** What services may answer beside plain JSON, from the service to the client of either era. */
package dev.postern.answers;
