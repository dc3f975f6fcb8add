/**
 * Recorded requests of senders whose tools are too large for a test run (Go 464 MB, a Java compiler 76 MB and its
 * runtime 188 MB), byte by byte as sent to `http://localhost:47555/hook`. Each sent `fields` of the harness as JSON
 * without a content length, signed with the secret of the harness at `capturedAt`.
 */
export const capturedAt = 1_790_000_000_000;

export const capturedSenders: readonly (readonly [sender: string, bytes: string])[] = [
  [
    // `http.NewRequest` with the read end of an `io.Pipe`, written by a `json.Encoder`.
    'Go 1.19.8, net/http',
    [
      'POST /hook HTTP/1.1\r\n',
      'Host: localhost:47555\r\n',
      'User-Agent: Go-http-client/1.1\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Content-Type: application/json\r\n',
      'Z-Timestamp: 1790000000\r\n',
      'Z-Token: a664d2cbb6ae5d48b70bdd4fe3f7bd49cf9c3408ffc9507cd734d9fa594caf42\r\n',
      'Accept-Encoding: gzip\r\n',
      '\r\n',
      '110\r\n',
      '{"ssl":"example.com","task":"Task","certificate":"-----BEGIN CERTIFICATE-----\\nMAIB+/==\\n-----END CERTIFICATE-----\\n","certificateServer":"","certificateChain":"","key":"-----BEGIN PRIVATE KEY-----\\nMAIB+/==\\n-----END PRIVATE KEY-----\\n","notAfter":"2027-01-01 00:00:00"}\n\r\n',
      '0\r\n',
      '\r\n',
    ].join(''),
  ],
  [
    // `BodyPublishers.ofInputStream`; it offers an upgrade to HTTP/2, which is optional.
    'Java 17.0.15, java.net.http.HttpClient',
    [
      'POST /hook HTTP/1.1\r\n',
      'Connection: Upgrade, HTTP2-Settings\r\n',
      'Host: localhost:47555\r\n',
      'HTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA\r\n',
      'Transfer-encoding: chunked\r\n',
      'Upgrade: h2c\r\n',
      'User-Agent: Java-http-client/17.0.15\r\n',
      'Content-Type: application/json\r\n',
      'z-timestamp: 1790000000\r\n',
      'z-token: a664d2cbb6ae5d48b70bdd4fe3f7bd49cf9c3408ffc9507cd734d9fa594caf42\r\n',
      '\r\n',
      '10f\r\n',
      '{"ssl":"example.com","task":"Task","certificate":"-----BEGIN CERTIFICATE-----\\nMAIB+/==\\n-----END CERTIFICATE-----\\n","certificateServer":"","certificateChain":"","key":"-----BEGIN PRIVATE KEY-----\\nMAIB+/==\\n-----END PRIVATE KEY-----\\n","notAfter":"2027-01-01 00:00:00"}\r\n',
      '0\r\n',
      '\r\n',
    ].join(''),
  ],
  [
    // `setChunkedStreamingMode(0)`.
    'Java 17.0.15, HttpURLConnection',
    [
      'POST /hook HTTP/1.1\r\n',
      'Content-Type: application/json\r\n',
      'z-timestamp: 1790000000\r\n',
      'z-token: a664d2cbb6ae5d48b70bdd4fe3f7bd49cf9c3408ffc9507cd734d9fa594caf42\r\n',
      'User-Agent: Java/17.0.15\r\n',
      'Host: localhost:47555\r\n',
      'Accept: text/html, image/gif, image/jpeg, */*; q=0.2\r\n',
      'Connection: keep-alive\r\n',
      'Transfer-Encoding: chunked\r\n',
      '\r\n',
      '10f\r\n',
      '{"ssl":"example.com","task":"Task","certificate":"-----BEGIN CERTIFICATE-----\\nMAIB+/==\\n-----END CERTIFICATE-----\\n","certificateServer":"","certificateChain":"","key":"-----BEGIN PRIVATE KEY-----\\nMAIB+/==\\n-----END PRIVATE KEY-----\\n","notAfter":"2027-01-01 00:00:00"}\r\n',
      '0\r\n',
      '\r\n',
    ].join(''),
  ],
];
