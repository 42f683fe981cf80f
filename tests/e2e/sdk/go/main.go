// What a program with the Azure SDK for Go does; prints what it saw as JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sort"
	"strings"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/arm"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/cloud"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"
	"github.com/Azure/azure-sdk-for-go/sdk/resourcemanager/containerservice/armcontainerservice/v6"
	"github.com/Azure/azure-sdk-for-go/sdk/resourcemanager/network/armnetwork/v9"
	"github.com/Azure/azure-sdk-for-go/sdk/resourcemanager/resources/armresources"
)

const group = "sdk"

var (
	ctx   = context.Background()
	shown = map[string]any{}
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

// waited follows a long-running operation at the pace that the service asks for.
func waited[Result any](poller *runtime.Poller[Result], err error) Result {
	return must(must(poller, err).PollUntilDone(ctx, nil))
}

// refused is the status and code of the error that work must end with.
func refused(err error) []any {
	var answer *azcore.ResponseError
	if !errors.As(err, &answer) {
		return []any{"not refused", fmt.Sprint(err)}
	}
	return []any{answer.StatusCode, answer.ErrorCode}
}

// failed gives the error alone.
func failed[Result any](poller *runtime.Poller[Result], err error) error {
	if err == nil {
		_, err = poller.PollUntilDone(ctx, nil)
	}
	return err
}

func names[Page, Item any](pager *runtime.Pager[Page], items func(Page) []*Item, name func(*Item) *string) []string {
	found := []string{}
	for pager.More() {
		for _, item := range items(must(pager.NextPage(ctx))) {
			found = append(found, *name(item))
		}
	}
	sort.Strings(found)
	return found
}

func last(id *string) string {
	parts := strings.Split(*id, "/")
	return parts[len(parts)-1]
}

func main() {
	endpoint := os.Getenv("ARM_ENDPOINT")
	subscription := os.Getenv("AZURE_SUBSCRIPTION_ID")
	azure := policy.ClientOptions{Cloud: cloud.Configuration{
		ActiveDirectoryAuthorityHost: os.Getenv("AZURE_AUTHORITY_HOST"),
		Services: map[cloud.ServiceName]cloud.ServiceConfiguration{
			cloud.ResourceManager: {Endpoint: endpoint, Audience: endpoint},
		},
	}}
	secret := must(azidentity.NewClientSecretCredential(
		os.Getenv("ARM_TENANT_ID"), os.Getenv("AZURE_CLIENT_ID"), os.Getenv("AZURE_CLIENT_SECRET"),
		&azidentity.ClientSecretCredentialOptions{ClientOptions: azure, DisableInstanceDiscovery: true},
	))
	options := &arm.ClientOptions{ClientOptions: azure}
	resources := must(armresources.NewClientFactory(subscription, secret, options))
	containers := must(armcontainerservice.NewClientFactory(subscription, secret, options))
	network := must(armnetwork.NewClientFactory(subscription, secret, options))

	groups := resources.NewResourceGroupsClient()
	made := must(groups.CreateOrUpdate(ctx, group, armresources.ResourceGroup{Location: to.Ptr("eastus")}, nil))
	shown["group"] = []any{*made.Name, *made.Location, *made.Properties.ProvisioningState}

	environment := must(azidentity.NewDefaultAzureCredential(nil))
	others := must(armresources.NewResourceGroupsClient(subscription, environment, options))
	shown["environment"] = must(others.CheckExistence(ctx, group, nil)).Success

	networks(network)
	deployments(resources.NewDeploymentsClient())
	clusters(containers, network)

	waited(groups.BeginDelete(ctx, group, nil))
	shown["groupExists"] = must(groups.CheckExistence(ctx, group, nil)).Success
	shown["versions"] = versions()
	if err := json.NewEncoder(os.Stdout).Encode(shown); err != nil {
		panic(err)
	}
}

// versions of the modules of the SDK that this program was built with.
func versions() []string {
	found := []string{}
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		path, is := strings.CutPrefix(module.Path, "github.com/Azure/azure-sdk-for-go/sdk/")
		if is && path != "internal" && path != "azcore" {
			name := path[strings.LastIndex(path, "/")+1:]
			if strings.HasPrefix(name, "v") {
				path = path[:strings.LastIndex(path, "/")]
				name = path[strings.LastIndex(path, "/")+1:]
			}
			found = append(found, name+" "+strings.TrimPrefix(module.Version, "v"))
		}
	}
	return found
}

func networks(network *armnetwork.ClientFactory) {
	vnets := network.NewVirtualNetworksClient()
	vnet := waited(vnets.BeginCreateOrUpdate(ctx, group, "vnet", armnetwork.VirtualNetwork{
		Location: to.Ptr("eastus"),
		Properties: &armnetwork.VirtualNetworkPropertiesFormat{
			AddressSpace: &armnetwork.AddressSpace{AddressPrefixes: []*string{to.Ptr("10.1.0.0/16")}},
			Subnets: []*armnetwork.Subnet{{
				Name:       to.Ptr("nodes"),
				Properties: &armnetwork.SubnetPropertiesFormat{AddressPrefix: to.Ptr("10.1.0.0/24")},
			}},
		},
	}, nil))
	shown["vnet"] = []any{*vnet.Properties.ProvisioningState, len(vnet.Properties.Subnets)}

	security := waited(network.NewSecurityGroupsClient().BeginCreateOrUpdate(ctx, group, "nsg", armnetwork.SecurityGroup{
		Location: to.Ptr("eastus"),
	}, nil))
	shown["defaultRules"] = len(security.Properties.DefaultSecurityRules)
	table := waited(network.NewRouteTablesClient().BeginCreateOrUpdate(ctx, group, "routes", armnetwork.RouteTable{
		Location: to.Ptr("eastus"),
		Properties: &armnetwork.RouteTablePropertiesFormat{Routes: []*armnetwork.Route{{
			Name: to.Ptr("local"),
			Properties: &armnetwork.RoutePropertiesFormat{
				AddressPrefix: to.Ptr("10.1.0.0/16"), NextHopType: to.Ptr(armnetwork.RouteNextHopTypeVnetLocal),
			},
		}}},
	}, nil))
	subnets := network.NewSubnetsClient()
	subnet := waited(subnets.BeginCreateOrUpdate(ctx, group, "vnet", "more", armnetwork.Subnet{
		Properties: &armnetwork.SubnetPropertiesFormat{
			AddressPrefix:        to.Ptr("10.1.1.0/24"),
			NetworkSecurityGroup: &armnetwork.SecurityGroup{ID: security.ID},
			RouteTable:           &armnetwork.RouteTable{ID: table.ID},
		},
	}, nil))
	shown["subnet"] = []any{last(subnet.Properties.NetworkSecurityGroup.ID), last(subnet.Properties.RouteTable.ID)}
	shown["subnets"] = names(subnets.NewListPager(group, "vnet", nil),
		func(page armnetwork.SubnetsClientListResponse) []*armnetwork.Subnet { return page.Value },
		func(one *armnetwork.Subnet) *string { return one.Name })
	shown["overlap"] = refused(failed(subnets.BeginCreateOrUpdate(ctx, group, "vnet", "clash", armnetwork.Subnet{
		Properties: &armnetwork.SubnetPropertiesFormat{AddressPrefix: to.Ptr("10.1.1.128/25")},
	}, nil)))
	_, err := vnets.Get(ctx, group, "nope", nil)
	shown["noNetwork"] = refused(err)
}

func deployments(client *armresources.DeploymentsClient) {
	template := map[string]any{
		"$schema":        "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
		"contentVersion": "1.0.0.0",
		"parameters":     map[string]any{"space": map[string]any{"type": "string"}},
		"resources": []any{map[string]any{
			"type": "Microsoft.Network/virtualNetworks", "apiVersion": "2024-05-01", "name": "deployed",
			"location":   "[resourceGroup().location]",
			"properties": map[string]any{"addressSpace": map[string]any{"addressPrefixes": []string{"[parameters('space')]"}}},
		}},
		"outputs": map[string]any{"space": map[string]any{
			"type": "string", "value": "[reference('deployed').addressSpace.addressPrefixes[0]]",
		}},
	}
	mode := to.Ptr(armresources.DeploymentModeIncremental)
	parameters := map[string]any{"space": map[string]any{"value": "10.2.0.0/16"}}
	whatIf := func() []any {
		answer := waited(client.BeginWhatIf(ctx, group, "net", armresources.DeploymentWhatIf{
			Properties: &armresources.DeploymentWhatIfProperties{Mode: mode, Template: template, Parameters: parameters},
		}, nil))
		changes := []any{}
		for _, change := range answer.Properties.Changes {
			if last(change.ResourceID) == "deployed" {
				changes = append(changes, *change.ChangeType)
			}
		}
		return changes
	}
	deployment := armresources.Deployment{
		Properties: &armresources.DeploymentProperties{Mode: mode, Template: template, Parameters: parameters},
	}
	shown["whatIf"] = whatIf()
	validated := waited(client.BeginValidate(ctx, group, "net", deployment, nil))
	shown["validated"] = len(validated.Properties.ValidatedResources)
	done := waited(client.BeginCreateOrUpdate(ctx, group, "net", deployment, nil))
	outputs := done.Properties.Outputs.(map[string]any)["space"].(map[string]any)
	shown["deployment"] = []any{*done.Properties.ProvisioningState, outputs["value"]}
	shown["whatIfAgain"] = whatIf()
	shown["invalid"] = refused(failed(client.BeginCreateOrUpdate(ctx, group, "net", armresources.Deployment{
		Properties: &armresources.DeploymentProperties{Mode: mode, Template: template},
	}, nil)))
}

func clusters(containers *armcontainerservice.ClientFactory, network *armnetwork.ClientFactory) {
	client := containers.NewManagedClustersClient()
	subnet := must(network.NewSubnetsClient().Get(ctx, group, "vnet", "nodes", nil))
	body := armcontainerservice.ManagedCluster{
		Location: to.Ptr("eastus"),
		Identity: &armcontainerservice.ManagedClusterIdentity{
			Type: to.Ptr(armcontainerservice.ResourceIdentityTypeSystemAssigned),
		},
		Properties: &armcontainerservice.ManagedClusterProperties{
			DNSPrefix: to.Ptr("cluster"),
			AgentPoolProfiles: []*armcontainerservice.ManagedClusterAgentPoolProfile{{
				Name: to.Ptr("nodepool1"), Count: to.Ptr[int32](2), VMSize: to.Ptr("Standard_D2s_v5"),
				Mode: to.Ptr(armcontainerservice.AgentPoolModeSystem), VnetSubnetID: subnet.ID,
			}},
			NetworkProfile: &armcontainerservice.NetworkProfile{
				NetworkPlugin: to.Ptr(armcontainerservice.NetworkPluginNone),
			},
		},
	}
	started := time.Now()
	cluster := waited(client.BeginCreateOrUpdate(ctx, group, "cluster", body, nil))
	shown["quick"] = time.Since(started) < 20*time.Second
	shown["cluster"] = []any{
		*cluster.Properties.ProvisioningState, *cluster.Properties.NetworkProfile.NetworkPlugin,
		*cluster.Properties.AgentPoolProfiles[0].Count,
	}
	shown["clusters"] = names(client.NewListPager(nil),
		func(page armcontainerservice.ManagedClustersClientListResponse) []*armcontainerservice.ManagedCluster {
			return page.Value
		},
		func(one *armcontainerservice.ManagedCluster) *string { return one.Name })

	pools := containers.NewAgentPoolsClient()
	pool := waited(pools.BeginCreateOrUpdate(ctx, group, "cluster", "work", armcontainerservice.AgentPool{
		Properties: &armcontainerservice.ManagedClusterAgentPoolProfileProperties{
			Count: to.Ptr[int32](1), Mode: to.Ptr(armcontainerservice.AgentPoolModeUser), VnetSubnetID: subnet.ID,
		},
	}, nil))
	shown["pool"] = []any{*pool.Properties.Mode, *pool.Properties.ProvisioningState}
	shown["pools"] = names(pools.NewListPager(group, "cluster", nil),
		func(page armcontainerservice.AgentPoolsClientListResponse) []*armcontainerservice.AgentPool {
			return page.Value
		},
		func(one *armcontainerservice.AgentPool) *string { return one.Name })
	machines := containers.NewMachinesClient().NewListPager(group, "cluster", "nodepool1", nil)
	shown["machines"] = len(must(machines.NextPage(ctx)).Value)
	credentials := must(client.ListClusterUserCredentials(ctx, group, "cluster", nil)).Kubeconfigs[0]
	shown["kubeconfig"] = []any{*credentials.Name, strings.Contains(string(credentials.Value), "kind: Config")}
	profile := must(client.GetUpgradeProfile(ctx, group, "cluster", nil))
	shown["upgrades"] = len(profile.Properties.ControlPlaneProfile.Upgrades) > 0

	again := cluster.ManagedCluster
	again.Tags = map[string]*string{"env": to.Ptr("test")}
	shown["readBack"] = *waited(client.BeginCreateOrUpdate(ctx, group, "cluster", again, nil)).Tags["env"]
	waited(client.BeginStop(ctx, group, "cluster", nil))
	waited(client.BeginStart(ctx, group, "cluster", nil))
	shown["power"] = *must(client.Get(ctx, group, "cluster", nil)).Properties.PowerState.Code
	shown["subnetInUse"] = refused(failed(network.NewSubnetsClient().BeginDelete(ctx, group, "vnet", "nodes", nil)))
	_, err := client.Get(ctx, group, "nope", nil)
	shown["missing"] = refused(err)
	body.Properties.AgentPoolProfiles[0].VMSize = to.Ptr("Standard_B1s")
	shown["tooSmall"] = refused(failed(client.BeginCreateOrUpdate(ctx, group, "tiny", body, nil)))

	waited(client.BeginDelete(ctx, group, "cluster", nil))
	shown["afterDelete"] = names(client.NewListByResourceGroupPager(group, nil),
		func(page armcontainerservice.ManagedClustersClientListByResourceGroupResponse) []*armcontainerservice.ManagedCluster {
			return page.Value
		},
		func(one *armcontainerservice.ManagedCluster) *string { return one.Name })
}
