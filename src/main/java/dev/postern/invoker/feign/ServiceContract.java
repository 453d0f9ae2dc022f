package dev.postern.invoker.feign;

import feign.Contract;
import feign.MethodMetadata;
import feign.Request.HttpMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;

/** Tells Feign what annotations would: the tool's settings instead. */
final class ServiceContract extends Contract.BaseContract {
  private final HttpMethod httpMethod;

  ServiceContract(String httpMethod) {
    this.httpMethod = HttpMethod.valueOf(httpMethod);
  }

  @Override
  protected void processAnnotationOnClass(MethodMetadata data, Class<?> type) {
    data.template().method(httpMethod);
  }

  @Override
  protected void processAnnotationOnMethod(MethodMetadata data, Annotation note, Method method) {
    // the interface has none
  }

  @Override
  protected boolean processAnnotationsOnParameter(
      MethodMetadata data, Annotation[] annotations, int index) {
    return false; // so it is the body, and goes to the encoder
  }
}
