import { row, usage } from "./row.ts";

/** Template structure. */
export const templateTexts = {
  verbatim: row("the sentence of another row", (text: string) => text),
  schemaUnsupported: row(
    "microsoft/vscode-azurearmtools test/functional/validation.test.ts",
    (schema: string, supported: string) =>
      `Template schema '${schema}' is not supported. Supported versions are '${supported}'. ${usage("arm-template")}`,
  ),
  languageVersionRequired: row(
    "Azure/bicep#8884",
    (feature: string) => `Template language version must be specified in order to use feature '${feature}'.`,
  ),
  contentVersionMismatch: row(
    "microsoft/vscode-azurearmtools test/functional/linkedTemplates.test.ts",
    (template: string, link: string) =>
      `The content version contained in the template '${template}' does not match the content version found in the deployment object's TemplateLink property '${link}'. ${usage("arm-deploy")}`,
  ),
  limitExceeded: row(
    "Azure/azure-api-management-devops-resource-kit#360",
    (what: string, limit: number, actual: number) =>
      `The number of template ${what} limit exceeded. Limit: '${limit}' and actual: '${actual}'. ${usage(`arm-syntax-${what}`)}`,
  ),
  expressionTooLong: row(
    "microsoft/azure-pipelines-tasks#15093",
    (limit: number, actual: number) =>
      `The language expression length limit exceeded. Limit: '${limit}' and actual: '${actual}'.`,
  ),
} as const;
