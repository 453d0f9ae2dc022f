package dev.postern.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * The same cases, of bytes that a fuzzer changes until they reach code that no others did. It runs
 * in a JVM of its own, see the execution "fuzz" in pom.xml.
 */
class Fuzz {

  @FuzzTest(maxDuration = "60s")
  void anythingIsHandedOnAsItself(byte[] bytes) {
    Target.hold(bytes);
  }
}
