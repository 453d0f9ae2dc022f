package dev.postern.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.BeforeAll;

/**
 * The same cases, of bytes that a fuzzer changes until they reach code that no others did. It runs
 * in a JVM of its own, see the execution "fuzz" in pom.xml.
 */
class Fuzz {

  @BeforeAll
  static void sayWhichSeed() {
    System.out.println("The fuzzer begins with " + System.getProperty("jazzer.internal.arg.1"));
  }

  @FuzzTest(maxDuration = "60s")
  void anythingIsHandedOnAsItself(byte[] bytes) {
    Target.hold(bytes);
  }
}
