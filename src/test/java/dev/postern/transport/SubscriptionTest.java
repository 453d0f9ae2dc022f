package dev.postern.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.protocol.stateless.StatelessRevision;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a listener may ask for; the acknowledgement says what it gets. */
class SubscriptionTest {
  private final List<byte[]> sent = new ArrayList<>();

  @Test
  void aThousandResourcesAreTaken() throws Exception {
    ObjectNode wanted = Json.object();
    ArrayNode uris = wanted.putArray("resourceSubscriptions");
    for (int i = 0; i < 1_500; i++) {
      uris.add("x://" + i);
    }
    assertThat(acknowledged(wanted).path("resourceSubscriptions")).hasSize(1_000);
  }

  @Test
  void longUrisCountByTheirLength() throws Exception {
    ObjectNode wanted = Json.object();
    wanted
        .putArray("resourceSubscriptions")
        .add("x://" + "1".repeat(200_000))
        .add("x://" + "2".repeat(200_000))
        .add(7);
    assertThat(acknowledged(wanted).path("resourceSubscriptions")).hasSize(1);
  }

  private JsonNode acknowledged(ObjectNode wanted) throws Exception {
    Subscription.begin(
        new StatelessRevision(Json.object()), sent::add, Json.NODES.numberNode(1), wanted);
    return Json.parse(sent.get(0)).at("/params/notifications");
  }
}
