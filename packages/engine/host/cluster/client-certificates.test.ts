import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "@byocni/base/core/testing";
import { createCertificateAuthority } from "@byocni/base/http";
import { createClientCertificates } from "./client-certificates.ts";

const subject = { commonName: "masterclient", organizations: ["system:masters"] };
const yearMs = 366 * 86_400_000;

describe("client certificates", () => {
  let folder: string;
  const clock = createFakeClock();
  const authority = createCertificateAuthority({ commonName: "one", clock });
  const open = (by = authority): ReturnType<typeof createClientCertificates> =>
    createClientCertificates({ folder, authority: by, clock });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "byocni-certificates-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("gives the same one again, after a restart as well, and each name its own", () => {
    const first = open().of("clusterUser", subject);
    expect(open().of("clusterUser", subject)).toEqual(first);
    expect(open().of("clusterAdmin", subject)).not.toEqual(first);
    expect(statSync(join(folder, "clusterUser.pem")).mode & 0o777).toBe(0o600);
  });

  it("makes another when the authority changed, when it ran out and when the file is damaged", async () => {
    const first = open().of("clusterUser", subject);
    const second = open(createCertificateAuthority({ commonName: "two", clock })).of("clusterUser", subject);
    expect(second).not.toEqual(first);
    writeFileSync(join(folder, "clusterUser.pem"), "damaged");
    const third = open().of("clusterUser", subject);
    expect(third.cert).toMatch(/^-----BEGIN CERTIFICATE-----/);
    await clock.advance(yearMs);
    expect(open().of("clusterUser", subject)).not.toEqual(third);
  });
});
