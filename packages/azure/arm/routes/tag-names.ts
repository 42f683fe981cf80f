import type { JsonObject } from "@byocni/base/core";
import { emptyResponse, jsonResponse, type HttpResponse } from "@byocni/base/http";
import { armFaults } from "../errors.ts";
import type { ReadyRequest } from "../requests/context.ts";
import { pageOf } from "../requests/paging.ts";
import { checkTags } from "../resources/tags.ts";
import { subscriptionTags } from "./tags.ts";

/** One name with how often each of its values is used. */
interface Usage {
  readonly name: string;
  count: number;
  readonly values: Map<string, { readonly value: string; count: number }>;
}

/** Names and values that were set down beforehand (`az tag create -n`), whether anything has them or not. */
const prefix = "tag-name/";

function nameKey(name: string): string {
  return `${prefix}${encodeURIComponent(name.toLowerCase())}`;
}

/** GET `tagNames`: everything that is used in the subscription, and what was set down. */
export async function listTagNames(ready: ReadyRequest): Promise<HttpResponse> {
  const usage = await usageOf(ready);
  return jsonResponse(
    200,
    pageOf(
      ready.request,
      [...usage.values()].map((one) => showName(ready, one)),
    ),
  );
}

/** PUT `tagNames/{name}`. */
export async function putTagName(ready: ReadyRequest, name: string): Promise<HttpResponse> {
  checkTags({ [name]: "" });
  const { store } = ready.services;
  const before = await store.get(nameKey(name));
  if (!before) await store.write([{ kind: "put", key: nameKey(name), value: { name, values: [] } }]);
  const one = (await usageOf(ready)).get(name.toLowerCase());
  return jsonResponse(before ? 200 : 201, one ? showName(ready, one) : {});
}

/** DELETE `tagNames/{name}`: only when nothing has it. */
export async function deleteTagName(ready: ReadyRequest, name: string): Promise<HttpResponse> {
  const one = (await usageOf(ready)).get(name.toLowerCase());
  if (!one) return emptyResponse(204);
  if (one.count > 0) throw armFaults.TagNameInUse({ name, count: one.count });
  await ready.services.store.write([{ kind: "delete", key: nameKey(name) }]);
  return emptyResponse(200);
}

/** PUT `tagNames/{name}/tagValues/{value}`: the name must be there. */
export async function putTagValue(ready: ReadyRequest, name: string, value: string): Promise<HttpResponse> {
  checkTags({ [name]: value });
  const one = (await usageOf(ready)).get(name.toLowerCase());
  if (!one) throw armFaults.TagNameNotFound({ name });
  const known = one.values.get(value.toLowerCase());
  const { store } = ready.services;
  const before = await store.get(nameKey(name));
  const values = [...valuesIn(before?.value ?? {}).filter((item) => item.toLowerCase() !== value.toLowerCase()), value];
  await store.write([{ kind: "put", key: nameKey(name), value: { name: one.name, values } }]);
  return jsonResponse(known ? 200 : 201, showValue(ready, one.name, known ?? { value, count: 0 }));
}

/** DELETE `tagNames/{name}/tagValues/{value}`. */
export async function deleteTagValue(ready: ReadyRequest, name: string, value: string): Promise<HttpResponse> {
  const one = (await usageOf(ready)).get(name.toLowerCase());
  const known = one?.values.get(value.toLowerCase());
  if (!one || !known) return emptyResponse(204);
  if (known.count > 0) throw armFaults.TagNameInUse({ name: `${name}: ${value}`, count: known.count });
  const { store } = ready.services;
  const before = await store.get(nameKey(name));
  const values = valuesIn(before?.value ?? {}).filter((item) => item.toLowerCase() !== value.toLowerCase());
  await store.write([{ kind: "put", key: nameKey(name), value: { name: one.name, values } }]);
  return emptyResponse(200);
}

async function usageOf(ready: ReadyRequest): Promise<ReadonlyMap<string, Usage>> {
  const { store, repository, settings } = ready.services;
  const usage = new Map<string, Usage>();
  const nameOf = (name: string): Usage => {
    const key = name.toLowerCase();
    const one = usage.get(key) ?? { name, count: 0, values: new Map() };
    usage.set(key, one);
    return one;
  };
  const add = (name: string, value: string, times: number): void => {
    const one = nameOf(name);
    one.count += times;
    const known = one.values.get(value.toLowerCase()) ?? { value, count: 0 };
    known.count += times;
    one.values.set(value.toLowerCase(), known);
  };
  const tagged = [
    { tags: await subscriptionTags(store, settings.subscriptionId) },
    ...(await repository.groups(settings.subscriptionId)),
    ...(await repository.list({ within: `/subscriptions/${settings.subscriptionId}` })),
  ];
  for (const { tags = {} } of tagged) for (const [name, value] of Object.entries(tags)) add(name, value, 1);
  for (const { value } of (await store.list(prefix)).entries) {
    const { name } = nameOf(String(value["name"]));
    for (const item of valuesIn(value)) add(name, item, 0);
  }
  return usage;
}

function valuesIn(record: JsonObject): readonly string[] {
  const { values } = record;
  return Array.isArray(values) ? values.map(String) : [];
}

function idOf(ready: ReadyRequest, name: string): string {
  return `/subscriptions/${ready.services.settings.subscriptionId}/tagNames/${name}`;
}

function showName(ready: ReadyRequest, { name, count, values }: Usage): JsonObject {
  return {
    id: idOf(ready, name),
    tagName: name,
    count: { type: "Total", value: count },
    values: [...values.values()].map((value) => showValue(ready, name, value)),
  };
}

function showValue(
  ready: ReadyRequest,
  name: string,
  { value, count }: { readonly value: string; readonly count: number },
): JsonObject {
  return { id: `${idOf(ready, name)}/tagValues/${value}`, tagValue: value, count: { type: "Total", value: count } };
}
