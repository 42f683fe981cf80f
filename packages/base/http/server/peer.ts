import type { TLSSocket } from "node:tls";
import type { Peer } from "../message.ts";

/** Who is at the other end of a TLS connection. The certificate counts only if the client CA signed it. */
export function peerOf(socket: TLSSocket): Peer {
  const remoteAddress = socket.remoteAddress ?? "";
  // A resumed session without a certificate is "authorized" too: the subject decides.
  const subject = socket.authorized ? socket.getPeerCertificate().subject : undefined;
  const commonName = all(subject?.CN)[0];
  if (commonName === undefined) return { kind: "socket", remoteAddress };
  return { kind: "socket", remoteAddress, certificate: { commonName, organizations: all(subject?.O) } };
}

/** Node.js gives a repeated attribute as an array. */
function all(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
