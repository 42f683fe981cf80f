"""What a program with the Azure SDK for Python does; prints what it saw as JSON. Runs in the environment of az."""

import json
import os
import time

from azure.core.credentials import AccessToken
from azure.core.exceptions import HttpResponseError
from azure.mgmt.containerservice import ContainerServiceClient
from azure.mgmt.resource.resources import ResourceManagementClient
from msal import ConfidentialClientApplication

endpoint = os.environ["ARM_ENDPOINT"]
subscription = os.environ["AZURE_SUBSCRIPTION_ID"]

class Credential:
    """What azure-identity does, which the environment of az does not hold."""

    application = ConfidentialClientApplication(
        os.environ["AZURE_CLIENT_ID"],
        client_credential=os.environ["AZURE_CLIENT_SECRET"],
        authority=os.environ["AZURE_AUTHORITY_HOST"] + "/" + os.environ["AZURE_TENANT_ID"],
        instance_discovery=False,
    )

    def get_token(self, *scopes, **_options):
        answer = self.application.acquire_token_for_client(list(scopes))
        return AccessToken(answer["access_token"], int(time.time()) + answer["expires_in"])


credential = Credential()
options = {"base_url": endpoint, "credential_scopes": [endpoint + "/.default"]}
groups = ResourceManagementClient(credential, subscription, **options).resource_groups
containers = ContainerServiceClient(credential, subscription, **options)
clusters = containers.managed_clusters

shown = {}
shown["group"] = groups.create_or_update("py", {"location": "eastus"}).location
started = time.monotonic()
cluster = clusters.begin_create_or_update(
    "py",
    "cluster",
    {
        "location": "eastus",
        "identity": {"type": "SystemAssigned"},
        "properties": {
            "dnsPrefix": "cluster",
            "agentPoolProfiles": [{"name": "nodepool1", "count": 1, "mode": "System", "vmSize": "Standard_D2s_v5"}],
            "networkProfile": {"networkPlugin": "none"},
        },
    },
).result()
shown["quick"] = time.monotonic() - started < 20
shown["cluster"] = [cluster.provisioning_state, cluster.network_profile.network_plugin]
shown["clusters"] = [one.name for one in clusters.list()]
pool = containers.agent_pools.begin_create_or_update(
    "py", "cluster", "work", {"properties": {"count": 2, "mode": "User"}}
).result()
shown["pool"] = [pool.count, pool.mode]
credentials = clusters.list_cluster_admin_credentials("py", "cluster").kubeconfigs
shown["kubeconfig"] = [credentials[0].name, b"kind: Config" in bytes(credentials[0].value)]
try:
    clusters.get("py", "nope")
except HttpResponseError as error:
    shown["missing"] = [error.status_code, error.error.code]
clusters.begin_delete("py", "cluster").result()
shown["afterDelete"] = [one.name for one in clusters.list_by_resource_group("py")]
groups.begin_delete("py").result()
shown["groupExists"] = groups.check_existence("py")
print(json.dumps(shown))
