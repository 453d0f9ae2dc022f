package dev.postern.testing.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The judge is judged first. */
class RecordingServiceTest {

  @Test
  void keepsARequestAsItsBytesArrived() throws Exception {
    try (RecordingService service = RecordingService.start()) {
      String answer =
          exchange(
              service,
              "POST /a%2Fb/../%00?q=%20+&q=2 HTTP/1.1\r\nHost: x\r\nX-Odd: \u00e9\nNot: split\r\n"
                  + "Content-Length: 3\r\n\r\nabc");
      assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n{\"ok\":true}");
      ReceivedRequest request = service.last();
      assertThat(request.target()).isEqualTo("/a%2Fb/../%00?q=%20+&q=2");
      assertThat(request.segments()).containsExactly("a/b", "..", "\u0000");
      assertThat(request.queryValues("q")).containsExactly("  ", "2");
      assertThat(request.header("x-odd")).isEqualTo("\u00e9\nNot: split");
      assertThat(request.header("Not")).isNull();
      assertThat(request.bodyText()).isEqualTo("abc");
    }
  }

  @Test
  void answersAsToldAndLeavesNoThread() throws Exception {
    RecordingService service = RecordingService.start();
    service.answer(Answer.empty(204, "X-A: b"));
    assertThat(exchange(service, "GET / HTTP/1.1\r\n\r\n"))
        .isEqualTo("HTTP/1.1 204 Told so\r\nX-A: b\r\n\r\n");
    service.answer(Answer.closed());
    assertThat(exchange(service, "GET / HTTP/1.1\r\n\r\n")).isEmpty();
    service.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("service-"));
  }

  private static String exchange(RecordingService service, String request) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", service.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
