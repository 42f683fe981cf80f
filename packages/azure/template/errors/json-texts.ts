import { row } from "./row.ts";

/** Reading JSON. The sentences are those of the JSON reader that Resource Manager uses. */
export const jsonTexts = {
  jsonAfterValue: row(
    "elastic/azure-marketplace#203",
    (char: string) => `After parsing a value an unexpected character was encountered: ${char}.`,
  ),
  jsonValue: row(
    "Azure/azure-api-management-devops-resource-kit#401",
    (char: string) => `Unexpected character encountered while parsing value: ${char}.`,
  ),
  jsonEndOfContent: row(
    "Newtonsoft.Json documentation of JsonReaderException",
    (what: string) => `Unexpected end of content while loading ${what}.`,
  ),
  jsonEndOfString: row(
    "Newtonsoft.Json documentation of JsonReaderException",
    (quote: string) => `Unterminated string. Expected delimiter: ${quote}.`,
  ),
  jsonEscape: row(
    "Newtonsoft.Json documentation of JsonReaderException",
    (escape: string) => `Bad JSON escape sequence: ${escape}.`,
  ),
  jsonPropertyCharacter: row(
    "Newtonsoft.Json documentation of JsonReaderException",
    (char: string) => `Invalid property identifier character: ${char}.`,
  ),
  jsonUnquotedProperty: row(
    "Newtonsoft.Json documentation of JsonReaderException",
    (char: string) => `Invalid JavaScript property identifier character: ${char}.`,
  ),
  jsonColon: row(
    "Newtonsoft.Json documentation of JsonReaderException",
    (char: string) => `Invalid character after parsing property name. Expected ':' but got: ${char}.`,
  ),
  jsonComment: row("Azure/template-specs#3", (char: string) => `Error parsing comment. Expected: *, got ${char}.`),
  jsonEndOfComment: row(
    "Newtonsoft.Json documentation of JsonReaderException",
    () => "Unexpected end while parsing comment.",
  ),
  jsonNumber: row("Azure/template-specs#3", (text: string) => `Input string '${text}' is not a valid number.`),
  jsonAdditionalText: row(
    "Newtonsoft.Json documentation of JsonReaderException",
    (char: string) => `Additional text encountered after finished reading JSON content: ${char}.`,
  ),
  jsonClosing: row(
    "Newtonsoft.Json documentation of JsonReaderException",
    (token: string, container: string) => `JsonToken ${token} is not valid for closing JsonType ${container}.`,
  ),
  jsonDepth: row(
    "Newtonsoft.Json documentation of MaxDepth",
    (depth: number) => `The reader's MaxDepth of ${depth} has been exceeded.`,
  ),
  jsonEmpty: row("Newtonsoft.Json documentation of JToken.ReadFrom", () => "Error reading JToken from JsonReader."),
  jsonRequired: row(
    "microsoft/vscode-azurearmtools test/functional/snippets.test.ts",
    (name: string) => `Required property '${name}' not found in JSON.`,
  ),
  jsonUnknownMember: row(
    "microsoft/vscode-azurearmtools test/functional/linkedTemplates.test.ts",
    (name: string, type: string) => `Could not find member '${name}' on object of type '${type}'.`,
  ),
  jsonString: row("Azure/azure-cli#9087", (token: string) => `Error reading string. Unexpected token: ${token}.`),
  jsonPopulate: row(
    "ibenbouzid/SkypeforBusiness_lab_V3#4",
    (token: string) => `Unexpected initial token '${token}' when populating object. Expected JSON object or array.`,
  ),
  contentTooLarge: row(
    "MicrosoftDocs/azure-docs common-deployment-errors.md",
    () => "The request content size exceeds the maximum size of 4 MB.",
  ),
} as const;
