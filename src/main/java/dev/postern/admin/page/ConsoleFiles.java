package dev.postern.admin.page;

import dev.postern.admin.JsonRefusal;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * What nothing else below {@code /admin} is bound to: the page's own files, by the server's default
 * servlet; for the rest an answer that programs can read, and not the server's error page.
 */
public final class ConsoleFiles extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    RequestDispatcher files = getServletContext().getNamedDispatcher("default");
    if (files != null && isFile(request)) {
      files.forward(request, response);
    } else {
      JsonRefusal.send(response, 404, "not_found", "There is nothing at this path");
    }
  }

  private boolean isFile(HttpServletRequest request) throws IOException {
    String rest = request.getPathInfo() == null ? "" : request.getPathInfo();
    String path = request.getServletPath() + rest;
    return path.contains(".") && getServletContext().getResource(path) != null;
  }
}
