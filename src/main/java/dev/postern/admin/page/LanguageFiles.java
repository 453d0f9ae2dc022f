package dev.postern.admin.page;

import dev.postern.admin.JsonRefusal;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The JSON Schemas of the language, for editors and builds of whoever writes rows. They are the
 * same in every installation of a version and tell nothing of this one, so everybody may read them,
 * pages of other sites too.
 */
public final class LanguageFiles extends HttpServlet {
  private static final long serialVersionUID = 1;

  /** An hour; after that a reader asks whether they changed. */
  private static final String CACHE = "public, max-age=3600";

  private static final String METHODS = "GET, HEAD, OPTIONS";

  private final transient Map<String, File> files;

  private record File(byte[] json, String tag) {
    static File of(byte[] json) {
      try {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(json);
        return new File(json, '"' + HexFormat.of().formatHex(hash, 0, 8) + '"');
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("Every Java has SHA-256", e);
      }
    }
  }

  /**
   * @param files by their names
   */
  public LanguageFiles(Map<String, byte[]> files) {
    this.files =
        files.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> File.of(entry.getValue())));
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    response.setHeader("X-Content-Type-Options", "nosniff");
    String path = request.getPathInfo() == null ? "/" : request.getPathInfo();
    File file = files.get(path.substring(1));
    switch (request.getMethod()) {
      case "GET", "HEAD" -> send(file, request, response);
      case "OPTIONS" -> {
        response.setHeader("Allow", METHODS);
        response.setHeader("Access-Control-Allow-Methods", METHODS);
        response.setHeader("Access-Control-Allow-Headers", "If-None-Match");
        response.setHeader("Access-Control-Max-Age", "86400");
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
      }
      default -> {
        response.setHeader("Allow", METHODS);
        JsonRefusal.send(response, 405, "method_not_allowed", "Schemas can only be read");
      }
    }
  }

  private void send(File file, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (file == null) {
      JsonRefusal.send(
          response, 404, "not_found", "There are schemas of these names: " + files.keySet());
      return;
    }
    response.setHeader("ETag", file.tag());
    response.setHeader("Cache-Control", CACHE);
    response.setHeader("Access-Control-Expose-Headers", "ETag");
    String known = request.getHeader("If-None-Match");
    if (known != null && (known.contains(file.tag()) || known.strip().equals("*"))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType("application/schema+json");
    response.setContentLength(file.json().length);
    if (!request.getMethod().equals("HEAD")) {
      response.getOutputStream().write(file.json());
    }
  }
}
