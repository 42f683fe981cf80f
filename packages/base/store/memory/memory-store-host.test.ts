import { describeStoreContract } from "../testing/store-contract.ts";
import { createMemoryStoreHost } from "./memory-store-host.ts";

describeStoreContract("memory", (options) => createMemoryStoreHost(options));
