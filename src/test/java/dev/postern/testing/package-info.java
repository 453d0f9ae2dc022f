/** What integration tests start and talk through; nothing here tests anything by itself. */
package dev.postern.testing;
