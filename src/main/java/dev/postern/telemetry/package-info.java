/** What happened: how a call can be watched on its way. */
package dev.postern.telemetry;
