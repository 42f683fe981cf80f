/**
 * Namespaces that Azure has, told apart from typing errors: those of the resource types that Microsoft publishes
 * (Azure/bicep-types-az), and a few without types.
 */
const microsoft = `
  aad aadiam addons advisor agfoodplatform agricultureplatform alertsmanagement analysisservices apicenter
  apimanagement app appcomplianceautomation appconfiguration applink appplatform attestation authorization
  automanage automation avs awsconnector azureactivedirectory azurearcdata azurebridge.admin azuredata
  azuredatatransfer azurefleet azurelargeinstance azureplaywrightservice azureresiliencemanagement azurestack
  azurestackhci backup.admin baremetalinfrastructure batch billing billingbenefits billingtrust blueprint botservice
  cache capacity cdn certificateregistration chaos cloudhealth cloudshell codesigning cognitiveservices
  communication community compute compute.admin computebulkactions computelimit computeschedule confidentialledger
  confluent connectedcache connectedvmwarevsphere consumption containerinstance containerregistry
  containerregistry.admin containerservice containerstorage costmanagement customerinsights customerlockbox
  customproviders dashboard databasefleetmanager databasewatcher databox databoxedge databricks datacatalog datadog
  datafactory datalakeanalytics datalakestore datamigration dataprotection datareplication datashare dbformariadb
  dbformysql dbforpostgresql delegatednetwork dependencymap deployment.admin desktopvirtualization devcenter devhub
  deviceregistry devices deviceupdate devops devopsinfrastructure devspaces devtestlab digitaltwins discovery
  documentdb domainregistration durabletask dynamics365fraudprotection easm edge edgemarketplace edgeorder
  edgeorderpartner edgezones education elastic elasticsan engagementfabric enterpriseknowledgegraph eventgrid
  eventhub extendedlocation fabric fabric.admin features fileshares fluidrelay gallery.admin graphservices
  guestconfiguration hanaonazure hardwaresecuritymodules hdinsight healthbot healthcareapis healthdataaiservices
  help horizondb hybridcloud hybridcompute hybridconnectivity hybridcontainerservice hybridnetwork impact
  importexport infrastructureinsights.admin insights integrationspaces intune iotcentral iotfirmwaredefense
  iotoperations iotoperationsdataprocessor iotoperationsmq iotoperationsorchestrator keyvault kubernetes
  kubernetesconfiguration kubernetesruntime kusto labservices loadtestservice logic m365securityandcompliance
  machinelearning machinelearningservices maintenance managedidentity managednetwork managednetworkfabric managedops
  managedservices management managementpartner manufacturingplatform maps marketplace marketplaceordering media
  migrate mission mixedreality mobilenetwork monitor mysqldiscovery netapp network network.admin networkcloud
  networkfunction notificationhubs offazure offazurespringboot onlineexperimentation openenergyplatform
  operationalinsights operationsmanagement orbital peering policyinsights portal portalservices powerbi
  powerbidedicated powerplatform professionalservice programenrollment programmableconnectivity providerhub purview
  quantum quota recommendationsservice recoveryservices redhatopenshift relationships relay resourceconnector
  resourcegraph resourcehealth resources saas scheduler scom scvmm search secretsynccontroller security
  securityandcompliance securityinsights serialconsole servicebus servicefabric servicefabricmesh servicelinker
  servicenetworking signalrservice softwareplan solutions sovereign sql sqlvirtualmachine standbypool storage
  storage.admin storageactions storagecache storagediscovery storagemover storagepool storagesync streamanalytics
  subscription subscriptions.admin support synapse syntex testbase timeseriesinsights update.admin verifiedid
  videoindexer virtualmachineimages vmwarecloudsimple voiceservices web weightsandbiases widget windowsesu
  windowsiot workloadmonitor workloads
`;
const others = `
  arizeai.observabilityeval astronomer.astro commvault.contentstore dell.storage dynatrace.observability
  github.network informatica.datamanagement lambdatest.hyperexecute mongodb.atlas napster.companionapi
  newrelic.observability nginx.nginxplus oracle.database paloaltonetworks.cloudngfw pinecone.vectordb
  purestorage.block qumulo.storage splitio.experimentation
`;

const names = (text: string): readonly string[] => text.trim().split(/\s+/);
const azureNamespaces = new Set([...names(microsoft).map((name) => `microsoft.${name}`), ...names(others)]);

export function isAzureNamespace(namespace: string): boolean {
  return azureNamespaces.has(namespace.toLowerCase());
}
