package dev.postern.transport.jersey;

import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;

/**
 * The ways to resource methods that want nothing of Jersey but to be found: they take no parameter
 * and no entity, return nothing, and negotiate by themselves. Jersey's model of the resources says
 * where they are, once, when the application starts; so a call does not look for them anew.
 * Whatever is not found here (other paths, other methods, any other spelling of a path) is Jersey's
 * to find or to refuse. See docs/decisions/0014-direct-routes.md.
 */
final class DirectRoutes {

  /** A method of a resource that is registered as an instance. */
  record Route(Object resource, Method method) {

    /** Whatever the method throws is thrown. */
    void run() throws Throwable {
      try {
        method.invoke(resource);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  private final Map<String, Map<String, Route>> byPath = new HashMap<>();

  private DirectRoutes() {}

  static DirectRoutes of(ResourceConfig application) {
    DirectRoutes routes = new DirectRoutes();
    if (!hasFilters(application)) {
      for (Object instance : application.getInstances()) {
        Resource resource = Resource.from(instance.getClass());
        if (resource != null) {
          routes.addAll(resource, "", instance);
        }
      }
    }
    return routes;
  }

  private static boolean hasFilters(ResourceConfig application) {
    return Stream.concat(
            application.getClasses().stream(),
            application.getInstances().stream().map(Object::getClass))
        .anyMatch(
            component ->
                ContainerRequestFilter.class.isAssignableFrom(component)
                    || ContainerResponseFilter.class.isAssignableFrom(component));
  }

  private void addAll(Resource resource, String parent, Object instance) {
    String path = joined(parent, resource.getPath());
    for (ResourceMethod method : resource.getResourceMethods()) {
      if (isDirect(method)) {
        byPath
            .computeIfAbsent(path, unseen -> new HashMap<>())
            .put(
                method.getHttpMethod(),
                new Route(instance, method.getInvocable().getHandlingMethod()));
      }
    }
    resource.getChildResources().forEach(child -> addAll(child, path, instance));
  }

  private static String joined(String parent, String path) {
    String own = path == null ? "" : path.replaceAll("^/+|/+$", "");
    return own.isEmpty() ? parent : parent + "/" + own;
  }

  private static boolean isDirect(ResourceMethod method) {
    return method.getInvocable().getParameters().isEmpty()
        && method.getInvocable().getRawResponseType() == void.class
        && method.getConsumedTypes().isEmpty()
        && method.getProducedTypes().isEmpty()
        && !method.isNameBound()
        && !method.isSuspendDeclared();
  }

  /**
   * Null where Jersey has to find the way.
   *
   * @param path as the client wrote it, from the context root
   */
  Route find(String path, String httpMethod) {
    Map<String, Route> methods = byPath.get(path);
    return methods == null ? null : methods.get(httpMethod);
  }
}
