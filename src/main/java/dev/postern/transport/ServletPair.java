package dev.postern.transport;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** One HTTP exchange, as the servlet container sees it. */
public record ServletPair(HttpServletRequest request, HttpServletResponse response) {}
