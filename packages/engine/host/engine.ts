import { randomBytes } from "node:crypto";
import process from "node:process";
import { type Closeable, type Logger, createCloser, silentLogger, systemClock, systemRandom } from "@byocni/base/core";
import { createHttpServer, openCertificateAuthority, type Handler } from "@byocni/base/http";
import { StoreLockedError, createSqliteStoreHost } from "@byocni/base/store";
import { type Azure, createAzure, createLinkReader } from "@byocni/azure/arm";
import { TokenRejected } from "@byocni/azure/entra";
import { createProviders } from "@byocni/azure/providers";
import {
  type DataDirectory,
  type EngineStatus,
  type Instance,
  defaultLogin,
  readInstance,
  removeInstance,
  writeInstance,
} from "@byocni/engine/instance";
import { createClusterHost } from "./cluster/cluster-host.ts";
import type { EntraDirectory } from "./cluster/entra-access.ts";
import { createEngineApi } from "./engine-api.ts";
import { EngineRunningError } from "./errors.ts";

export interface EngineOptions {
  readonly directory: DataDirectory;
  /** Port of Resource Manager; 0 = any free one. */
  readonly port: number;
  readonly latency: "none" | "azure";
  readonly strictness: "article" | "current";
  /** May templates be read from http and https addresses? Default: no. */
  readonly allowLinks?: boolean;
  /** May commands in a cluster run the kubectl and helm of this machine? Default: no. */
  readonly allowCommands?: boolean;
  readonly version: string;
  readonly logger?: Logger;
}

/** A running engine. */
export interface Engine extends Closeable {
  /** `https://localhost:8443` */
  readonly origin: string;
  /** From the start of the process until it listened. */
  readonly readyMs: number;
  /** Settles when someone asked the engine to stop. */
  readonly closed: Promise<void>;
  /** Settles when the clusters of an earlier run are up again. */
  readonly restored: Promise<void>;
}

/**
 * Opens a data directory and serves it.
 * @throws EngineRunningError when another engine has it; what `isKnownStartFailure` knows; bugs
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const {
    directory,
    version,
    strictness,
    latency,
    allowLinks = false,
    allowCommands = false,
    logger = silentLogger,
  } = options;
  const clock = systemClock;
  const random = systemRandom;
  const closer = createCloser();
  try {
    const [stores, authority] = await Promise.all([
      openStores(directory),
      openCertificateAuthority(directory.authority, { commonName: "byocni", clock, random }),
    ]);
    closer.add(stores);
    const host = closer.add(
      await createClusterHost({
        directory,
        stores,
        clock,
        random,
        logger: logger.with({ part: "clusters" }),
        allowCommands,
        // Asked by clusters once they run: the cloud is there by then.
        entra: directoryOf(() => azure),
      }),
    );
    const { tenantId, subscriptionId } = defaultLogin;
    const cloudIds = { tenantId, subscriptionId };
    const azure: Azure = closer.add(
      createAzure({
        store: await stores.open("azure"),
        clock,
        random,
        logger: logger.with({ part: "azure" }),
        providers: createProviders({ clusterHost: host }),
        settings: { ...cloudIds, subscriptionName: "byocni", strictness, latency, pollHoldMs: 1000 },
        defaultClient: { clientId: defaultLogin.clientId, displayName: "byocni" },
        issuerKeys: (issuer) => host.issuerKeys(issuer),
        ...(allowLinks ? { readContent: createLinkReader({ fetch: globalThis.fetch }) } : {}),
      }),
    );
    let stop = (): void => {};
    const closed = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const token = randomBytes(24).toString("base64url");
    const startedAt = clock.now();
    const api = createEngineApi({
      token,
      shutdown: () => stop(),
      status: async (): Promise<EngineStatus> => ({
        version,
        origin,
        pid: process.pid,
        uptimeSeconds: (clock.now() - startedAt) / 1000,
        memoryBytes: process.memoryUsage.rss(),
        strictness,
        latency,
        clusters: await host.summaries(),
      }),
    });
    const handler: Handler = (request) => (request.path.startsWith("/byocni/") ? api(request) : azure.handler(request));
    const { key, cert } = authority.issueServer(["localhost", "127.0.0.1", "::1"]);
    const server = closer.add(
      await createHttpServer({
        handler,
        port: options.port,
        tls: { key, cert },
        logger,
        clock,
        maxBodyBytes: bodyLimit,
      }),
    );
    const { done } = await host.restore();
    const origin = `https://localhost:${server.port}`;
    const instance: Instance = {
      pid: process.pid,
      startedAt: new Date(startedAt).toISOString(),
      origin,
      version,
      token,
    };
    writeInstance(directory.instanceFile, instance);
    closer.add({ close: () => removeInstance(directory.instanceFile, process.pid) });
    const readyMs = Math.round(performance.now());
    // The first cluster should not have to wait for Kubernetes to be loaded; nobody waits for it now.
    const warming = clock.setTimer(warmUpDelayMs, () => {
      import("./cluster/running-cluster.ts").catch((error: unknown) => logger.warn("no cluster can start", { error }));
    });
    closer.add({ close: () => warming.cancel() });
    return {
      origin,
      readyMs,
      closed,
      restored: done
        .then(() => azure.start())
        .catch((error: unknown) => {
          if (!closer.signal.aborted) logger.error("what an earlier run left was not taken up", { error });
        }),
      close: () => closer.close(),
      [Symbol.asyncDispose]: () => closer.close(),
    };
  } catch (error) {
    await closer.close();
    throw error;
  }
}

/** Time for those who waited for the port to be served first. */
const warmUpDelayMs = 50;

/** Above Resource Manager's 4 MB, so that it is Resource Manager that refuses, in its own words. */
const bodyLimit = 8 * 1024 * 1024;

async function openStores(directory: DataDirectory) {
  try {
    return await createSqliteStoreHost({ path: directory.store });
  } catch (error) {
    if (error instanceof StoreLockedError)
      throw new EngineRunningError(directory.path, readInstance(directory.instanceFile), error);
    throw error;
  }
}

/** Entra and Azure's roles, as clusters ask for them. */
function directoryOf(cloud: () => Azure): EntraDirectory {
  return {
    tenantId: defaultLogin.tenantId,
    async identify(token) {
      const { entra } = cloud();
      try {
        const { audience, principal } = await entra.verify(token);
        const { objectId, kind, displayName } = principal;
        return {
          audience,
          objectId,
          userPrincipalName: kind === "user" ? displayName : undefined,
          groups: await entra.directory.memberOf(objectId),
        };
      } catch (error) {
        if (error instanceof TokenRejected) return undefined;
        throw error;
      }
    },
    async mayDo(objectId, dataAction, scope) {
      return (await cloud().authorizer.judge(objectId, dataAction, scope, { kind: "dataAction" })) === "allowed";
    },
  };
}
