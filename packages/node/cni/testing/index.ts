export { createFileTable } from "./file-table.ts";
