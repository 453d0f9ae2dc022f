package dev.postern.transport.jersey;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.security.Principal;
import java.util.Collections;
import java.util.List;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.message.internal.AcceptableMediaType;
import org.glassfish.jersey.server.ContainerRequest;

/**
 * A request as Jersey sees it. Headers are read from the servlet request where somebody asks for
 * one, and copied only where somebody asks for all.
 */
final class JerseyRequest extends ContainerRequest {
  private final HttpServletRequest request;
  private final ParsedHeaders parsed;
  private boolean copied;

  JerseyRequest(
      URI base,
      URI uri,
      HttpServletRequest request,
      Configuration configuration,
      ParsedHeaders parsed) {
    super(
        base,
        uri,
        request.getMethod(),
        new ServletSecurity(request),
        new MapPropertiesDelegate(),
        configuration);
    this.request = request;
    this.parsed = parsed;
    setEntityStream(new LateStream(request));
  }

  @Override
  public String getHeaderString(String name) {
    if (copied) {
      return super.getHeaderString(name);
    }
    var values = request.getHeaders(name);
    if (values == null || !values.hasMoreElements()) {
      return null;
    }
    String first = values.nextElement();
    return values.hasMoreElements()
        ? first + "," + String.join(",", Collections.list(values))
        : first;
  }

  @Override
  public MultivaluedMap<String, String> getHeaders() {
    if (!copied) {
      copied = true;
      for (String name : Collections.list(request.getHeaderNames())) {
        headers(name, Collections.list(request.getHeaders(name)));
      }
    }
    return super.getHeaders();
  }

  /** Filters may have changed what was copied; it is parsed anew then. */
  @Override
  public MediaType getMediaType() {
    return copied
        ? super.getMediaType()
        : parsed.contentType(getHeaderString("Content-Type"), super::getMediaType);
  }

  @Override
  public List<AcceptableMediaType> getQualifiedAcceptableMediaTypes() {
    return copied
        ? super.getQualifiedAcceptableMediaTypes()
        : parsed.accept(getHeaderString("Accept"), super::getQualifiedAcceptableMediaTypes);
  }

  /** The login that the server checked. */
  private record ServletSecurity(HttpServletRequest request) implements SecurityContext {
    @Override
    public Principal getUserPrincipal() {
      return request.getUserPrincipal();
    }

    @Override
    public boolean isUserInRole(String role) {
      return request.isUserInRole(role);
    }

    @Override
    public boolean isSecure() {
      return request.isSecure();
    }

    @Override
    public String getAuthenticationScheme() {
      return request.getAuthType();
    }
  }

  /** Opens the body when somebody reads it: resources that do it themselves come first. */
  private static final class LateStream extends InputStream {
    private final HttpServletRequest request;

    LateStream(HttpServletRequest request) {
      this.request = request;
    }

    @Override
    public int read() throws IOException {
      return request.getInputStream().read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return request.getInputStream().read(bytes, offset, length);
    }

    @Override
    public int available() throws IOException {
      return request.getInputStream().available();
    }
  }
}
