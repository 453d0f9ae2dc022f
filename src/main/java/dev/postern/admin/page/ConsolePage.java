package dev.postern.admin.page;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Serves {@code /admin/}; must be mapped to {@code /admin} and {@code /admin/} exactly. */
public final class ConsolePage extends HttpServlet {
  private static final long serialVersionUID = 1;

  private final transient ConsoleFacts facts;

  public ConsolePage(ConsoleFacts facts) {
    this.facts = facts;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    if (!request.getRequestURI().endsWith("/")) {
      // Relative, so that it is right behind any proxy; the page's own links need the slash.
      response.setStatus(HttpServletResponse.SC_FOUND);
      response.setHeader("Location", "admin/");
      return;
    }
    response.setHeader("Cache-Control", "no-store");
    request.setAttribute("facts", facts);
    request.setAttribute("user", request.getRemoteUser());
    request.getRequestDispatcher("/WEB-INF/admin/console.jsp").forward(request, response);
  }
}
