import { createServer } from "node:net";

/** A loopback port that is free now and that no cluster of ours, running or not, calls its own. */
export async function freePort(taken: readonly number[]): Promise<number> {
  for (;;) {
    const port = await anyPort();
    if (!taken.includes(port)) return port;
  }
}

function anyPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
