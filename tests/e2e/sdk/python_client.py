"""What a program with the Azure SDK for Python does; prints what it saw as JSON."""

import datetime
import json
import os
import time
import uuid
from importlib.metadata import version

from azure.core.exceptions import HttpResponseError
from azure.identity import CertificateCredential, DefaultAzureCredential, ManagedIdentityCredential
from azure.mgmt.authorization import AuthorizationManagementClient
from azure.mgmt.containerservice import ContainerServiceClient
from azure.mgmt.msi import ManagedServiceIdentityClient
from azure.mgmt.network import NetworkManagementClient
from azure.mgmt.resource.deployments import DeploymentsMgmtClient
from azure.mgmt.resource.resources import ResourceManagementClient
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa

endpoint = os.environ["ARM_ENDPOINT"]
subscription = os.environ["AZURE_SUBSCRIPTION_ID"]
group = "sdk"
scope = f"/subscriptions/{subscription}/resourceGroups/{group}"


def client(kind, credential):
    return kind(credential, subscription, base_url=endpoint, credential_scopes=[endpoint + "/.default"])


def refused(work):
    try:
        work()
    except HttpResponseError as error:
        return [error.status_code, error.error.code]
    return ["not refused"]


def self_signed():
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "tests")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now)
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return private + certificate.public_bytes(pem)


shown = {}

credential = DefaultAzureCredential()
groups = client(ResourceManagementClient, credential).resource_groups
made = groups.create_or_update(group, {"location": "eastus"})
shown["group"] = [made.name, made.location, made.properties.provisioning_state]
shown["environment"] = groups.check_existence(group)

network = client(NetworkManagementClient, credential)
vnet = network.virtual_networks.begin_create_or_update(
    group,
    "vnet",
    {
        "location": "eastus",
        "properties": {
            "addressSpace": {"addressPrefixes": ["10.1.0.0/16"]},
            "subnets": [{"name": "nodes", "properties": {"addressPrefix": "10.1.0.0/24"}}],
        },
    },
).result()
shown["vnet"] = [vnet.provisioning_state, len(vnet.subnets)]
nsg = network.network_security_groups.begin_create_or_update(group, "nsg", {"location": "eastus"}).result()
shown["defaultRules"] = len(nsg.default_security_rules)
routes = network.route_tables.begin_create_or_update(group, "routes", {"location": "eastus"}).result()
subnet = network.subnets.begin_create_or_update(
    group,
    "vnet",
    "more",
    {
        "properties": {
            "addressPrefix": "10.1.1.0/24",
            "networkSecurityGroup": {"id": nsg.id},
            "routeTable": {"id": routes.id},
        }
    },
).result()
shown["subnet"] = [one.id.split("/")[-1] for one in (subnet.network_security_group, subnet.route_table)]
shown["subnets"] = sorted(one.name for one in network.subnets.list(group, "vnet"))
shown["overlap"] = refused(
    lambda: network.subnets.begin_create_or_update(
        group, "vnet", "clash", {"properties": {"addressPrefix": "10.1.1.128/25"}}
    ).result()
)
shown["noNetwork"] = refused(lambda: network.virtual_networks.get(group, "nope"))

identity = client(ManagedServiceIdentityClient, credential).user_assigned_identities.create_or_update(
    group, "identity", {"location": "eastus"}
)
authorization = client(AuthorizationManagementClient, credential)
contributor = next(authorization.role_definitions.list(scope, filter="roleName eq 'Network Contributor'"))
assignment = authorization.role_assignments.create(
    scope,
    str(uuid.uuid4()),
    {
        "properties": {
            "roleDefinitionId": contributor.id,
            "principalId": identity.principal_id,
            "principalType": "ServicePrincipal",
        }
    },
)
shown["role"] = [contributor.role_name, assignment.principal_id == identity.principal_id]

# The place where a virtual machine asks for tokens, moved to where byocni listens.
os.environ["AZURE_POD_IDENTITY_AUTHORITY_HOST"] = endpoint
managed = ManagedIdentityCredential(client_id=identity.client_id)
theirs = client(NetworkManagementClient, managed)
shown["managedIdentity"] = sorted(one.name for one in theirs.subnets.list(group, "vnet"))
shown["notAllowed"] = refused(lambda: client(ResourceManagementClient, managed).resource_groups.begin_delete(group))
certificate = CertificateCredential(
    os.environ["ARM_TENANT_ID"],
    os.environ["AZURE_CLIENT_ID"],
    certificate_data=self_signed(),
    disable_instance_discovery=True,
)
shown["certificate"] = client(ResourceManagementClient, certificate).resource_groups.check_existence(group)

template = {
    "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
    "contentVersion": "1.0.0.0",
    "parameters": {"space": {"type": "string"}},
    "resources": [
        {
            "type": "Microsoft.Network/virtualNetworks",
            "apiVersion": "2024-05-01",
            "name": "deployed",
            "location": "[resourceGroup().location]",
            "properties": {"addressSpace": {"addressPrefixes": ["[parameters('space')]"]}},
        }
    ],
    "outputs": {"space": {"type": "string", "value": "[reference('deployed').addressSpace.addressPrefixes[0]]"}},
}
deployments = client(DeploymentsMgmtClient, credential).deployments
properties = {"mode": "Incremental", "template": template, "parameters": {"space": {"value": "10.2.0.0/16"}}}


def what_if():
    changes = deployments.begin_what_if(group, "net", {"properties": properties}).result().changes
    return [one.change_type for one in changes if one.resource_id.endswith("/deployed")]


shown["whatIf"] = what_if()
validated = deployments.begin_validate(group, "net", {"properties": properties}).result()
shown["validated"] = len(validated.properties.validated_resources)
done = deployments.begin_create_or_update(group, "net", {"properties": properties}).result()
shown["deployment"] = [done.properties.provisioning_state, done.properties.outputs["space"]["value"]]
shown["whatIfAgain"] = what_if()
shown["invalid"] = refused(
    lambda: deployments.begin_create_or_update(
        group, "net", {"properties": {"mode": "Incremental", "template": template}}
    ).result()
)

containers = client(ContainerServiceClient, credential)
clusters = containers.managed_clusters


def body(vm_size):
    return {
        "location": "eastus",
        "identity": {"type": "SystemAssigned"},
        "properties": {
            "dnsPrefix": "cluster",
            "agentPoolProfiles": [
                {
                    "name": "nodepool1",
                    "count": 2,
                    "mode": "System",
                    "vmSize": vm_size,
                    "vnetSubnetID": f"{vnet.id}/subnets/nodes",
                }
            ],
            "networkProfile": {"networkPlugin": "none"},
        },
    }


started = time.monotonic()
cluster = clusters.begin_create_or_update(group, "cluster", body("Standard_D2s_v5")).result()
shown["quick"] = time.monotonic() - started < 20
shown["cluster"] = [
    cluster.provisioning_state,
    cluster.network_profile.network_plugin,
    cluster.agent_pool_profiles[0].count,
]
shown["clusters"] = [one.name for one in clusters.list()]
pool = containers.agent_pools.begin_create_or_update(
    group,
    "cluster",
    "work",
    {"properties": {"count": 1, "mode": "User", "vnetSubnetID": f"{vnet.id}/subnets/nodes"}},
).result()
shown["pool"] = [pool.mode, pool.provisioning_state]
shown["pools"] = sorted(one.name for one in containers.agent_pools.list(group, "cluster"))
shown["machines"] = len(list(containers.machines.list(group, "cluster", "nodepool1")))
credentials = clusters.list_cluster_user_credentials(group, "cluster").kubeconfigs[0]
shown["kubeconfig"] = [credentials.name, b"kind: Config" in bytes(credentials.value)]
profile = clusters.get_upgrade_profile(group, "cluster")
shown["upgrades"] = len(profile.control_plane_profile.upgrades) > 0
cluster.tags = {"env": "test"}
shown["readBack"] = clusters.begin_create_or_update(group, "cluster", cluster).result().tags["env"]
clusters.begin_stop(group, "cluster").result()
clusters.begin_start(group, "cluster").result()
shown["power"] = clusters.get(group, "cluster").power_state.code
shown["subnetInUse"] = refused(lambda: network.subnets.begin_delete(group, "vnet", "nodes").result())
shown["missing"] = refused(lambda: clusters.get(group, "nope"))
shown["tooSmall"] = refused(lambda: clusters.begin_create_or_update(group, "tiny", body("Standard_B1s")).result())
clusters.begin_delete(group, "cluster").result()
shown["afterDelete"] = [one.name for one in clusters.list_by_resource_group(group)]

groups.begin_delete(group).result()
shown["groupExists"] = groups.check_existence(group)
shown["versions"] = [
    f"{name} {version(name)}"
    for name in (
        "azure-identity",
        "azure-mgmt-authorization",
        "azure-mgmt-containerservice",
        "azure-mgmt-msi",
        "azure-mgmt-network",
        "azure-mgmt-resource",
        "azure-mgmt-resource-deployments",
    )
]
print(json.dumps(shown))
