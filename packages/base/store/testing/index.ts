export { describeStoreContract, type StoreContractOptions } from "./store-contract.ts";
