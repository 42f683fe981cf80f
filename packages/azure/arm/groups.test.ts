import { beforeEach, describe, expect, it } from "vitest";
import { createTestCloud, thingsProvider, type TestAnswer, type TestCloud } from "./testing/index.ts";

const group = "/subscriptions/{sub}/resourceGroups/rg";
const machines = `${group}/providers/Test.Things/machines`;
const things = `${group}/providers/Test.Things/things`;

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider] });
  await cloud.send("PUT", group, { location: "eastus" });
});

function code(answer: TestAnswer): string {
  return (answer.body["error"] as { code?: string } | undefined)?.code ?? "";
}

describe("groups", () => {
  it("go with everything in them, whatever uses what", async () => {
    await cloud.send("PUT", `${things}/a`, { location: "eastus" });
    await cloud.send("PUT", `${things}/b`, { location: "eastus", properties: { uses: "a" } });
    await cloud.send("PUT", `${machines}/m`, { location: "eastus", properties: { slowMs: 100 } });
    const gone = await cloud.send("DELETE", group);
    expect(gone.status).toBe(202);
    expect(gone.headers["location"]).toMatch(/\/operationresults\/[0-9a-f-]+\?api-version=2024-01-01$/);
    expect((await cloud.send("GET", group)).body).toMatchObject({ properties: { provisioningState: "Deleting" } });
    expect(code(await cloud.send("PUT", `${things}/c`, { location: "eastus" }))).toBe("ResourceGroupBeingDeleted");
    await cloud.clock.advance(100);
    expect((await cloud.finish(gone)).status).toBe(200);
    expect((await cloud.send("HEAD", group)).status).toBe(404);
    await cloud.send("PUT", group, { location: "eastus" });
    expect((await cloud.send("GET", `${group}/resources`)).body).toEqual({ value: [] });
  });

  it("stay when something in them cannot go", async () => {
    await cloud.send("PUT", `${things}/a`, { location: "eastus" });
    await cloud.send("PUT", "/subscriptions/{sub}/resourceGroups/other", { location: "eastus" });
    await cloud.send("PUT", "/subscriptions/{sub}/resourceGroups/other/providers/Test.Things/things/b", {
      location: "eastus",
      properties: { uses: "a" },
    });
    const answer = await cloud.finish(await cloud.send("DELETE", group));
    expect([answer.status, code(answer)]).toEqual([409, "ResourceGroupDeletionBlocked"]);
    expect((await cloud.send("GET", group)).body).toMatchObject({ properties: { provisioningState: "Succeeded" } });
  });

  it.each([
    ["x".repeat(91), "InvalidParameter"],
    ["ends.", "InvalidParameter"],
    ["a b", "InvalidResourceGroup"],
    ["größe", ""],
  ])("are called right: %s", async (name, expected) => {
    const path = `/subscriptions/{sub}/resourceGroups/${encodeURIComponent(name)}`;
    expect(code(await cloud.send("PUT", path, { location: "eastus" }))).toBe(expected);
  });

  it("keep their spelling, and do not move", async () => {
    const again = await cloud.send("PUT", "/subscriptions/{sub}/resourcegroups/RG", { location: "eastus" });
    expect(again).toMatchObject({ status: 200, body: { name: "rg" } });
    expect(code(await cloud.send("PUT", group, { location: "westus" }))).toBe("InvalidResourceGroupLocation");
    expect((await cloud.send("PATCH", group, { tags: { a: "1" } })).body).toMatchObject({ tags: { a: "1" } });
  });

  it("are found by tag", async () => {
    await cloud.send("PUT", "/subscriptions/{sub}/resourceGroups/tagged", { location: "eastus", tags: { Env: "Dev" } });
    const filter = encodeURIComponent("tagName eq 'env' and tagValue eq 'dev'");
    expect((await cloud.send("GET", `/subscriptions/{sub}/resourcegroups?$filter=${filter}`)).body).toMatchObject({
      value: [{ name: "tagged" }],
    });
  });
});
