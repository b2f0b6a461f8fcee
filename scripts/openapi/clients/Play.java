// Plays a job with the client that openapi-generator (java, native) makes. See ../play-clients.ts.
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.CustomersApi;
import org.openapitools.client.api.InvoicesApi;
import org.openapitools.client.api.MediaApi;
import org.openapitools.client.api.ProjectsApi;
import org.openapitools.client.model.*;

public class Play {
  static final long AMOUNT = 3_000_000_000L;
  static final byte[] FILE = "a kitchen".getBytes();

  static void check(boolean holds, Object what) {
    if (!holds) throw new AssertionError(what);
  }

  public static void main(String[] arguments) throws Exception {
    var api = new ApiClient();
    api.updateBaseUri(System.getenv("API_URL"));
    api.setRequestInterceptor(request -> request.header("x-api-key", System.getenv("API_KEY")));
    var projects = new ProjectsApi(api);
    var files = new MediaApi(api);
    var invoices = new InvoicesApi(api);

    var email = UUID.randomUUID() + "@example.com";
    var customer =
        new CustomersApi(api)
            .createCustomer(new CreateCustomerBody().name("Ann").email(email), null, null, null, null);
    var body =
        new CreateProjectBody()
            .scheduledTime(OffsetDateTime.parse("2030-05-01T09:30:00Z"))
            .customerId(customer.getId());
    UUID first = null;
    for (int i = 0; i < 3; i++) first = projects.createProject(body, null, null, null, null).getId();

    int listed = 0;
    String cursor = null;
    do {
      var page =
          projects.listProjects(
              null, null, null, customer.getId(), null, null, null, null, null, null, null, null, 2,
              cursor, null, null);
      listed += page.getData().size();
      cursor = page.getNextCursor();
    } while (cursor != null);
    check(listed == 3, listed);

    var booked = new ChangeProjectStatusBody().status(ProjectStatus.BOOKED);
    var moved = projects.changeProjectStatus(first, booked, null, null, null, null);
    check(moved.getStatus() == ProjectStatus.BOOKED, moved.getStatus());

    var toUpload =
        new PresignUploadBody()
            .projectId(first)
            .filename("kitchen.jpg")
            .contentType("image/jpeg")
            .mediaType(MediaType.PHOTO);
    var presigned = files.presignUpload(toUpload, null, null, null, null);
    var put =
        HttpRequest.newBuilder(URI.create(presigned.getUploadUrl()))
            .header("content-type", "image/jpeg")
            .PUT(HttpRequest.BodyPublishers.ofByteArray(FILE))
            .build();
    var stored =
        HttpClient.newHttpClient().send(put, HttpResponse.BodyHandlers.ofString());
    check(stored.statusCode() == 200, stored.body());
    var uploaded =
        new ConfirmUploadBody()
            .projectId(first)
            .filename("kitchen.jpg")
            .size((long) FILE.length)
            .type(MediaType.PHOTO)
            .key(presigned.getKey());
    var media = files.confirmUpload(uploaded, null, null, null, null);
    check(media.getSize() == FILE.length, media.getSize());

    var line = new NewLineItem().description("Photos").quantity(1).unitAmount(AMOUNT);
    var draft =
        new CreateInvoiceBody().customerId(customer.getId()).currency("IDR").lineItems(List.of(line));
    var invoice = invoices.createInvoice(draft, null, null, null, null);
    long total = invoices.getInvoice(invoice.getId(), null, null, null).getTotalAmount();
    check(total == AMOUNT, total);
    System.out.println("created 3, listed " + listed + ", moved, uploaded, read " + total);
  }
}
