import fish.payara.micro.PayaraMicro;
import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * Payara Micro as its own main class starts it, with what that class cannot: applications come and
 * go by lines on standard input, {@code undeploy NAME} and {@code deploy NAME FILE}.
 */
public final class PayaraHost {
  private PayaraHost() {}

  public static void main(String[] arguments) throws Exception {
    PayaraMicro.main(arguments);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ");
      if (words[0].equals("undeploy")) {
        PayaraMicro.getInstance().getRuntime().undeploy(words[1]);
      } else {
        PayaraMicro.getInstance()
            .getRuntime()
            .deploy(words[1], new java.io.FileInputStream(words[2]));
      }
      System.out.println("Done: " + line);
    }
  }
}
