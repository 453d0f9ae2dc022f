package dev.postern.admin.rest;

import dev.postern.source.NameTakenException;
import dev.postern.source.SourceException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns every failure of an admin resource into JSON; what is our own fault goes to the log. */
public final class AdminErrors implements ExceptionMapper<Throwable> {
  private static final Logger LOG = LoggerFactory.getLogger(AdminErrors.class);

  @Override
  public Response toResponse(Throwable failure) {
    if (failure instanceof Refusal refusal) {
      return refusal.response();
    }
    if (failure instanceof WebApplicationException routed) {
      return routed(routed.getResponse());
    }
    if (failure instanceof IOException) { // all that resources read and write is the connection
      LOG.debug("A client went away before its answer: {}", failure.toString());
      return Response.status(Response.Status.BAD_REQUEST).build();
    }
    if (failure instanceof NameTakenException) {
      return Refusal.of(409, "name_taken", failure.getMessage()).response();
    }
    String reference = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    LOG.error("A request failed, reference {}", reference, failure);
    return failure instanceof SourceException
        ? Refusal.of(503, "database_unavailable", failure.getMessage() + see(reference)).response()
        : Refusal.of(500, "internal_error", "Postern could not carry this out" + see(reference))
            .response();
  }

  private static String see(String reference) {
    return "; the server's log says why, reference " + reference;
  }

  /** What JAX-RS refuses by itself, for instance an unknown path. */
  private static Response routed(Response response) {
    int status = response.getStatus();
    Response ours = Refusal.of(status, code(status), message(status)).response();
    String allowed = response.getHeaderString(HttpHeaders.ALLOW);
    return allowed == null
        ? ours
        : Response.fromResponse(ours).header(HttpHeaders.ALLOW, allowed).build();
  }

  private static String code(int status) {
    return switch (status) {
      case 404 -> "not_found";
      case 405 -> "method_not_allowed";
      case 406 -> "not_acceptable";
      case 415 -> "unsupported_media_type";
      default -> "http_" + status;
    };
  }

  private static String message(int status) {
    return switch (status) {
      case 404 -> "There is nothing at this path";
      case 405 -> "This path does not take this method";
      case 406 -> "Answers are application/json only";
      case 415 -> "The body must be sent as Content-Type: application/json";
      default -> "The request was refused with status " + status;
    };
  }
}
