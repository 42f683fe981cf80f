// Made by testing/generate-resource-types.ts; do not edit.
import type { ProviderTable } from "../table.ts";

export const table: Readonly<Record<string, ProviderTable>> = {
  "microsoft.operationsmanagement": [
    "Microsoft.OperationsManagement;2015-11-01-preview;ManagementAssociations=0=16.16 ManagementConfigurations=0 solutions=0",
    "whole|Microsoft.OperationsManagement/solutions;id;name;type;apiVersion;2015-11-01-preview;location;tags;SolutionTags;plan;SolutionPlan;publisher;promotionCode;product;properties;SolutionProperties;workspaceResourceId;provisioningState;containedResources;referencedResources;Microsoft.OperationsManagement/ManagementAssociations;ManagementAssociationProperties;applicationId;Microsoft.OperationsManagement/ManagementConfigurations;ManagementConfigurationProperties;parentResourceType;parameters;ArmTemplateParameter;value;template|managementassociations@2015-11-01-preview=#6 managementconfigurations@2015-11-01-preview=#a solutions@2015-11-01-preview=#4|O @8 *:s|O @a 2:s b:s c:s d:s|A s|O @f g!1:s h!2:s i:#2 j:#2|O @0 1!10:s 2!9:s 3!10:'0 4!10:'5 6:s 7:#0 9:#1 e:#3|O @l m!1:s|O @k 1!10:s 2!9:s 3!10:'k 4!10:'5 6:s e:#5|O @r 2:s s:s|A #7|O @o m:s p!1:s q!1:#8 h!2:s t!1:a|O @n 1!10:s 2!9:s 3!10:'n 4!10:'5 6:s e:#9",
  ],
};
