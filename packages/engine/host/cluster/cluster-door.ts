import type { Clock, Closeable, Logger, Random } from "@byocni/base/core";
import { type CertificateAuthority, createHttpServer, type Handler, openCertificateAuthority } from "@byocni/base/http";
import type { DataDirectory } from "@byocni/engine/instance";
import type { ClusterRecord } from "./cluster-record.ts";

export interface ClusterDoorOptions {
  readonly record: ClusterRecord;
  readonly directory: DataDirectory;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/**
 * A cluster's HTTPS port with its certificates. It opens long before the API server behind it is ready: who calls
 * meanwhile waits, and is not refused.
 */
export interface ClusterDoor extends Closeable {
  readonly authority: CertificateAuthority;
  /** Lets in who waits, and all who come. */
  serve(handler: Handler): void;
}

/** What the API server of Kubernetes takes: 3 MiB. */
const apiBodyLimit = 3 * 1024 * 1024;

/** @throws PortInUseError */
export async function openClusterDoor(options: ClusterDoorOptions): Promise<ClusterDoor> {
  const { record, directory, clock, random, logger } = options;
  const { spec, port } = record;
  const authority = await openCertificateAuthority(directory.cluster(spec.uid), {
    commonName: spec.name,
    clock,
    random,
  });
  const { key, cert } = authority.issueServer([
    "127.0.0.1",
    "localhost",
    "::1",
    "kubernetes",
    "kubernetes.default",
    spec.fqdn,
  ]);
  let handler: Handler | undefined;
  let letIn: (handler: Handler) => void = () => {};
  let turnAway: (reason: Error) => void = () => {};
  const opened = new Promise<Handler>((resolve, reject) => {
    letIn = resolve;
    turnAway = reject;
  });
  opened.catch(() => {});
  const server = await createHttpServer({
    handler: async (request) => (handler ?? (await opened))(request),
    port,
    tls: { key, cert, clientCa: authority.cert },
    logger,
    clock,
    maxBodyBytes: apiBodyLimit,
  });
  async function close(): Promise<void> {
    turnAway(new Error("the cluster is closed"));
    await server.close();
  }
  return {
    authority,
    serve(next) {
      handler = next;
      letIn(next);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
