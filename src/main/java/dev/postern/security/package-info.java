/** Who calls, and which secrets a call may carry. */
package dev.postern.security;
